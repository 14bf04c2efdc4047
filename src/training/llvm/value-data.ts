import type { ByteReader } from '../../base/byte-reader.ts';
import type { ByteWriter } from '../../base/byte-writer.ts';
import type { ValueSite } from './instrumented-profile.ts';
import { mostValuesPerSite } from './profile-table.ts';

const headerSize = 8;

/**
 * Value profile data of one function (struct ValueProfData), the same in raw and indexed files: total
 * size, number of kinds; per kind its number, the number of sites, a byte per site with how many values
 * it has, padding to 8, then pairs of value and count.
 */
export function parseValueData(file: ByteReader, fields: string): ValueSite[][] {
  const totalSize = file.u32(`${fields} size`);
  const kindCount = file.u32(`${fields} kinds`);
  if (totalSize < headerSize || totalSize % 8 !== 0) throw file.fail(`${fields} size ${totalSize}`);
  const data = file.sub(totalSize - headerSize, fields);
  const kinds: ValueSite[][] = [];
  for (let i = 0; i < kindCount; i++) {
    const kind = data.u32('value kind');
    if (kind > 2 || kinds[kind] !== undefined) throw data.fail(`value kind ${kind}`);
    while (kinds.length < kind) kinds.push([]);
    kinds[kind] = parseSites(data);
  }
  return kinds;
}

function parseSites(data: ByteReader): ValueSite[] {
  const siteCount = data.u32('number of value sites');
  const lengths = data.take(siteCount, 'values per site');
  data.skip(paddingAfter(siteCount), 'padding of value sites');
  const sites: ValueSite[] = [];
  for (const length of lengths) {
    const values: bigint[] = [];
    const counts: bigint[] = [];
    for (let i = 0; i < length; i++) {
      values.push(data.u64('value'));
      counts.push(data.u64('count of a value'));
    }
    sites.push({ values, counts });
  }
  return sites;
}

function paddingAfter(length: number): number {
  return (8 - (length % 8)) % 8;
}

export function valueDataSize(kinds: FunctionSites): number {
  let size = headerSize;
  for (const sites of kinds) {
    if (sites.length === 0) continue;
    size += headerSize + sites.length + paddingAfter(sites.length);
    for (const { values } of sites) size += 16 * Math.min(values.length, mostValuesPerSite);
  }
  return size;
}

type FunctionSites = readonly (readonly ValueSite[])[];

/** Written for every function, also for one without any site. */
export function encodeValueData(kinds: FunctionSites, into: ByteWriter): void {
  into.u32(valueDataSize(kinds));
  into.u32(kinds.filter((sites) => sites.length > 0).length);
  kinds.forEach((sites, kind) => {
    if (sites.length === 0) return;
    into.u32(kind);
    into.u32(sites.length);
    for (const { values } of sites) into.u8(Math.min(values.length, mostValuesPerSite));
    into.append(new Uint8Array(paddingAfter(sites.length)));
    for (const site of sites) encodeSite(site, into);
  });
}

function encodeSite({ values, counts }: ValueSite, into: ByteWriter): void {
  for (let i = 0; i < Math.min(values.length, mostValuesPerSite); i++) {
    into.u64(values[i] as bigint);
    into.u64(counts[i] as bigint);
  }
}
