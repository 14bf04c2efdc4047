/** Words of 32 bits, as gcc writes all of its coverage files. */
function words(...values: readonly (number | string)[]): Uint8Array {
  const parts = values.map((value) => {
    if (typeof value === 'string') return Buffer.from(value, 'latin1');
    const word = Buffer.alloc(4);
    word.writeUInt32LE(value >>> 0);
    return word;
  });
  return Buffer.concat(parts);
}

const functionTag = 0x01000000;
const arcsTag = 0x01a10000;

/** Versions are backwards in the file: gcc 12.2 and gcc 9.3. */
const versions = { 12: '*22B', 9: '*39A' } as const;
export type GcovVersion = keyof typeof versions;

/** A .gcda file with two functions: one counted 1000 and 3, and one that never ran. */
export function gcovCounts(version: GcovVersion): Uint8Array {
  const unit = version === 12 ? 4 : 1;
  const header = ['adcg', versions[version], 7, ...(version === 12 ? [9] : [])];
  const counted = [functionTag, 3 * unit, 11, 1, 2, arcsTag, 4 * unit, 1000, 0, 3, 0];
  // Zeros alone are not written: the length is negative.
  const idle = [functionTag, 3 * unit, 22, 1, 2, arcsTag, -2 * unit];
  return words(...header, ...counted, ...idle, 0);
}

/** The .gcno file to it: `hot` and `cold`. */
export function gcovNames(version: GcovVersion): Uint8Array {
  const unit = version === 12 ? 4 : 1;
  const header = ['oncg', versions[version], 7, ...(version === 12 ? [9] : [])];
  const text = (value: string): (number | string)[] => {
    const padded = value.padEnd(Math.ceil((value.length + 1) / 4) * 4, '\0');
    return [version === 12 ? value.length + 1 : padded.length / 4, padded];
  };
  const named = (ident: number, name: string): (number | string)[] => {
    const body = [ident, 1, 2, ...text(name)];
    return [functionTag, (words(...body).length / 4) * unit, ...body];
  };
  return words(...header, ...text('/src/ab'), 1, ...named(11, 'hot'), ...named(22, 'cold'));
}
