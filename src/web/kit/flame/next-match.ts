import type { FlameTable } from './flame-table.ts';

/** The next row, from one row on and round again, whose key is marked; -1 = none. */
export function nextMatch(
  { length, key }: FlameTable,
  matches: Uint32Array,
  from: number,
  step: 1 | -1,
): number {
  const start = from < 0 ? (step > 0 ? -1 : 0) : from;
  for (let i = 1; i <= length; i++) {
    const row = (((start + step * i) % length) + length) % length;
    const of = key[row] as number;
    if (((matches[of >> 5] ?? 0) & (1 << (of & 31))) !== 0) return row;
  }
  return -1;
}
