import type { SideCosts } from './diff-costs.ts';

/** A row of both sides; -1 = the side has none. */
export interface MatchedKeys {
  readonly base: number;
  readonly after: number;
}

/** Names as `stableName` gives them. */
export type NamedRows = Pick<SideCosts, 'length' | 'name' | 'module'>;

/**
 * Pairs what is the same on both sides: first by name and image; then what is left by the name
 * alone if each side has it once more, because the program itself is often built under a new name
 * or, in formats without images, has none.
 */
export function matchKeys(base: NamedRows, after: NamedRows): MatchedKeys[] {
  const byKey = new Map<string, number>();
  for (let row = 0; row < base.length; row++)
    byKey.set(`${base.name[row]}\0${base.module[row]}`, row);
  const partner = new Int32Array(after.length).fill(-1);
  const taken = new Uint8Array(base.length);
  for (let row = 0; row < after.length; row++) {
    const found = byKey.get(`${after.name[row]}\0${after.module[row]}`);
    if (found === undefined) continue;
    partner[row] = found;
    taken[found] = 1;
  }
  const baseByName = uniqueNames(base, (row) => taken[row] === 0);
  const afterByName = uniqueNames(after, (row) => partner[row] === -1);
  for (const [name, row] of afterByName) {
    const found = baseByName.get(name) ?? -1;
    if (row < 0 || found < 0) continue;
    partner[row] = found;
    taken[found] = 1;
  }
  const pairs: MatchedKeys[] = Array.from(partner, (found, row) => ({ base: found, after: row }));
  for (let row = 0; row < base.length; row++) {
    if (taken[row] === 0) pairs.push({ base: row, after: -1 });
  }
  return pairs;
}

/** Rows by name; -1 where several have it. */
function uniqueNames(side: NamedRows, isFree: (row: number) => boolean): Map<string, number> {
  const found = new Map<string, number>();
  for (let row = 0; row < side.length; row++) {
    const name = side.name[row] ?? '';
    if (isFree(row)) found.set(name, found.has(name) ? -1 : row);
  }
  return found;
}
