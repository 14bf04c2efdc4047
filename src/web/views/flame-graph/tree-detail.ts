import { NameList, type TreeAnswer, type TreeRequest } from '../../../explore/index.ts';
import { type FlameTable, findRow, pathOf } from '../../kit/flame/flame-table.ts';

/** Frames below a quarter of a pixel of a wide screen are not asked for. */
export const minimumShare: number = 1 / 8000;
/** Above this share of the whole, the tree of everything is fine enough. */
const fineShare = 0.5;

/** A tree, and the names from below its root to where its detail begins. */
export interface DetailedTree {
  readonly answer: TreeAnswer;
  readonly root: readonly string[];
}

/** What to ask for so that the zoomed frame shows as much as the whole does; null = nothing finer. */
export function detailRequest(
  whole: TreeRequest,
  answer: TreeAnswer,
  zoom: readonly string[],
): TreeRequest | null {
  if (zoom.length === 0) return null;
  const names = new NameList(answer.keys.names);
  const row = findRow(answer, zoom, (key) => names.at(key));
  const share = (answer.total[row] as number) / (answer.total[0] || 1);
  if (row === 0 || share > fineShare) return null;
  return { ...whole, root: keysOf(answer, row) };
}

export function keysOf(table: FlameTable, row: number): number[] {
  return pathOf(table, row).map((each) => table.key[each] as number);
}

/** Where a finer tree begins: its rows have one child each, down to the first with none or several. */
export function holdsPath(table: FlameTable, root: readonly number[]): boolean {
  let row = 0;
  for (const key of root) {
    row++;
    if (row >= table.length || table.key[row] !== key) return false;
    if (table.parent[row] !== row - 1) return false;
  }
  return true;
}
