import { useMemo, useState } from 'preact/hooks';
import { NameList } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { followPath, pathTo } from '../preorder-tree.ts';
import { findKey } from './find-key.ts';
import { type FlameTable, flameModel, widestRow } from './flame-table.ts';
import { stackNames } from './stack-names.ts';

export interface Cursor {
  /** The selected row of this table; -1 = none. */
  readonly row: number;
  readonly select: (row: number) => void;
}

/**
 * The selected frame. The page's selection is a function; which of its frames is meant is known here, by
 * the keys above it, so that it is found again in a finer tree.
 */
export function useCursor(app: App, table: FlameTable, zoom = 0, isInverted = false): Cursor {
  const [path, setPath] = useState<readonly number[]>([]);
  const { selected } = app.state.value;
  const texts = useMemo(() => new NameList(table.keys.texts), [table.keys]);
  const names = useMemo(() => new NameList(table.keys.names), [table.keys]);
  const key = useMemo(
    () => (selected === null ? -1 : findKey(table.keys, texts, selected)),
    [table.keys, texts, selected],
  );
  const row = useMemo(() => {
    if (key < 0) return -1;
    const kept = path.at(-1) === key ? rowOfPath(table, path) : -1;
    return kept >= 0 ? kept : widestBelow(table, key, zoom);
  }, [table, key, zoom, path]);
  return {
    row,
    select: (next) => {
      setPath(keysTo(table, next));
      const nextKey = table.key[next] as number;
      const name = names.at(nextKey);
      const module =
        nextKey < table.keys.firstOther ? texts.at(table.keys.module[nextKey] ?? 0) : '';
      app.select({ name, module }, stackNames(table, next, names, isInverted));
    },
  };
}

function keysTo(table: FlameTable, row: number): number[] {
  return row === 0
    ? [table.key[0] as number]
    : pathTo(table, row).map((each) => table.key[each] as number);
}

/** Prefers frames inside the zoomed one. */
function widestBelow(table: FlameTable, key: number, zoom: number): number {
  const end = table.subtreeEnd[zoom] as number;
  let widest = -1;
  for (let row = zoom; row < end; row++) {
    if (table.key[row] !== key) continue;
    if (widest < 0 || (table.total[row] as number) > (table.total[widest] as number)) widest = row;
  }
  return widest >= 0 || zoom === 0 ? widest : widestRow(flameModel(table), key);
}

function rowOfPath(table: FlameTable, path: readonly number[]): number {
  if (path.length === 1 && path[0] === table.key[0]) return 0;
  const { node, taken } = followPath(table, path, (row, key) => table.key[row] === key);
  return taken === path.length ? node : -1;
}
