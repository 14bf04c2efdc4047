import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type CompareTreeAnswer, NameList } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { FlameSurface } from '../../kit/flame/flame-surface.tsx';
import { findRow, namesTo } from '../../kit/flame/flame-table.ts';
import { showFrameMenu } from '../../kit/flame/frame-menu.ts';
import { useCursor } from '../../kit/flame/use-cursor.ts';

/** The call paths of both sides, coloured by what became of them. */
export function CompareFlame(props: {
  readonly app: App;
  readonly tree: CompareTreeAnswer;
}): JSX.Element {
  const { app, tree } = props;
  const { width, zoom: zoomed } = app.state.value;
  const names = useMemo(() => new NameList(tree.keys.names), [tree.keys]);
  const texts = useMemo(() => new NameList(tree.keys.texts), [tree.keys]);
  const table = useMemo(() => {
    const weights = { both: tree.weight, base: tree.base.total, new: tree.total };
    return { ...tree, weight: weights[width] };
  }, [tree, width]);
  const zoom = useMemo(
    () => findRow(table, zoomed, (key) => names.at(key)),
    [table, zoomed, names],
  );
  const cursor = useCursor(app, table, zoom);
  return (
    <FlameSurface
      label="Difference flame graph"
      table={table}
      theme={app.theme.value}
      // Its root is at the top, under the verdict, whichever way flame graphs grow.
      shape="icicle"
      colour="diff"
      zoom={zoom}
      selected={cursor.row}
      onZoom={(row) => app.change({ zoom: namesTo(table, row, names) })}
      onSelect={cursor.select}
      onMenu={(row, x, y) => showFrameMenu(app, { table, names, texts, row, at: { x, y } }, [])}
      announce={(message) => app.announce(message)}
    />
  );
}
