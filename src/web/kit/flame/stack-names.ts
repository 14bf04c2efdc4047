import type { NameList } from '../../../explore/index.ts';
import { pathTo } from '../preorder-tree.ts';
import type { FlameTable } from './flame-table.ts';

/**
 * The names of the functions in a frame's stack, its root first; in an inverted tree that is the frame
 * itself. Processes and threads are no functions.
 */
export function stackNames(
  table: FlameTable,
  row: number,
  names: NameList,
  isInverted: boolean,
): readonly string[] {
  const path = pathTo(table, row)
    .map((each) => table.key[each] as number)
    .filter((key) => key < table.keys.firstOther)
    .map((key) => names.at(key));
  return isInverted ? path.reverse() : path;
}
