import { NameList, type PackedKeys, searchExpression } from '../../../explore/index.ts';

/**
 * Which keys a search finds, as bits, 32 to a number; null = nothing is searched for. For trees of two
 * sides: their keys are their own, and the answer of a search does not know them.
 */
export function keyMatches(keys: PackedKeys, search: string): Uint32Array | null {
  if (search === '') return null;
  const names = new NameList(keys.names);
  const { test } = searchExpression(search);
  const bits = new Uint32Array((keys.length + 31) >> 5);
  for (let key = 0; key < keys.firstOther; key++) {
    if (test(names.at(key))) bits[key >> 5] = (bits[key >> 5] as number) | (1 << (key & 31));
  }
  return bits;
}
