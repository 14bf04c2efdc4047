import type { NameList, PackedKeys } from '../../../explore/index.ts';
import type { Place } from '../../state/view-state.ts';

/** The key of a function by its name and, where that is given, its module; -1 = none. Compares bytes. */
export function findKey(keys: PackedKeys, texts: NameList, { name, module }: Place): number {
  const wanted = new TextEncoder().encode(name);
  const { bytes, start } = keys.names;
  for (let key = 0; key < keys.length; key++) {
    const from = start[key] as number;
    if ((start[key + 1] as number) - from !== wanted.length) continue;
    let same = 0;
    while (same < wanted.length && bytes[from + same] === wanted[same]) same++;
    if (same < wanted.length) continue;
    if (module === '' || texts.at(keys.module[key] as number) === module) return key;
  }
  return -1;
}
