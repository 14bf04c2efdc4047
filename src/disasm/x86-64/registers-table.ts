const low = ['ax', 'cx', 'dx', 'bx', 'sp', 'bp', 'si', 'di'];
const high = ['8', '9', '10', '11', '12', '13', '14', '15'];

const quads = [...low.map((name) => `r${name}`), ...high.map((name) => `r${name}`)];
const doubles = [...low.map((name) => `e${name}`), ...high.map((name) => `r${name}d`)];
const words = [...low, ...high.map((name) => `r${name}w`)];
const bytes = ['al', 'cl', 'dl', 'bl', 'spl', 'bpl', 'sil', 'dil', ...high.map((n) => `r${n}b`)];
/** Without a REX prefix, registers 4 to 7 of a byte are the second bytes of the first four. */
const oldBytes = ['al', 'cl', 'dl', 'bl', 'ah', 'ch', 'dh', 'bh'];

export const segmentRegisters: readonly string[] = ['es', 'cs', 'ss', 'ds', 'fs', 'gs', '?', '?'];

export function generalRegister(number: number, sizeBytes: number, hasRex: boolean): string {
  switch (sizeBytes) {
    case 1:
      return (hasRex ? bytes[number & 15] : oldBytes[number & 7]) ?? bytes[number & 15] ?? '';
    case 2:
      return words[number & 15] ?? '';
    case 4:
      return doubles[number & 15] ?? '';
    default:
      return quads[number & 15] ?? '';
  }
}

export function vectorRegister(number: number, sizeBytes: number): string {
  const letter = sizeBytes > 32 ? 'z' : sizeBytes > 16 ? 'y' : 'x';
  return `${letter}mm${number}`;
}
