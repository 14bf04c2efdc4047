import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type CompareTreeAnswer, NameList } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { FlameSurface } from '../../kit/flame/flame-surface.tsx';
import { functionMenuItems } from '../../state/function-commands.ts';
import type { Place } from '../../state/view-state.ts';

/** The call paths of both sides, coloured by what became of them. */
export function CompareFlame(props: {
  readonly app: App;
  readonly tree: CompareTreeAnswer;
}): JSX.Element {
  const { app, tree } = props;
  const { width, zoom, selected, shape } = app.state.value;
  const names = useMemo(() => new NameList(tree.keys.names), [tree]);
  const modules = useMemo(() => new NameList(tree.keys.texts), [tree]);
  const table = useMemo(() => {
    const weights = { both: tree.weight, base: tree.base.total, new: tree.total };
    return { ...tree, weight: weights[width] };
  }, [tree, width]);
  const placeOf = (row: number): Place => {
    const key = tree.key[row] as number;
    return { name: names.at(key), module: modules.at(tree.keys.module[key] ?? -1) };
  };
  const pathOf = (row: number): string[] => {
    const path: string[] = [];
    for (let at = row; at > 0; at = tree.parent[at] as number) path.unshift(placeOf(at).name);
    return path;
  };
  return (
    <FlameSurface
      label="Difference flame graph"
      table={table}
      theme={app.theme.value}
      shape={shape === 'flame' ? 'icicle' : shape}
      colour="diff"
      zoom={findPath(tree, names, zoom)}
      selected={selected === null ? -1 : findFunction(tree, names, selected.name)}
      onZoom={(row) => app.change({ zoom: pathOf(row) })}
      onSelect={(row) => app.select(placeOf(row))}
      onMenu={(row, x, y) =>
        app.showMenu({
          label: 'Function',
          items: functionMenuItems(app, { ...placeOf(row), path: pathOf(row) }),
          at: { x, y },
        })
      }
      announce={(message) => app.announce(message)}
    />
  );
}

/** The row at the end of a path of names; 0, the root, when it is not there. */
function findPath(tree: CompareTreeAnswer, names: NameList, path: readonly string[]): number {
  let row = 0;
  for (const name of path) {
    const end = tree.subtreeEnd[row] as number;
    let child = row + 1;
    while (child < end && names.at(tree.key[child] as number) !== name) {
      child = tree.subtreeEnd[child] as number;
    }
    if (child >= end) return 0;
    row = child;
  }
  return row;
}

/** The widest row of a function; -1 = it has none. */
function findFunction(tree: CompareTreeAnswer, names: NameList, name: string): number {
  let widest = -1;
  for (let row = 1; row < tree.length; row++) {
    if (names.at(tree.key[row] as number) !== name) continue;
    if (widest < 0 || (tree.weight[row] as number) > (tree.weight[widest] as number)) widest = row;
  }
  return widest;
}
