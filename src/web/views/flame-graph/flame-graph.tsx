import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { NameList } from '../../../explore/index.ts';
import { shownColour } from '../../kit/flame/colour-option.tsx';
import { FlameSurface } from '../../kit/flame/flame-surface.tsx';
import { type FlameTable, findRow, namesTo } from '../../kit/flame/flame-table.ts';
import { showFrameMenu } from '../../kit/flame/frame-menu.ts';
import { nextMatch } from '../../kit/flame/next-match.ts';
import { useCursor } from '../../kit/flame/use-cursor.ts';
import { useMatchStep } from '../../kit/use-match-step.ts';
import type { ViewProps } from '../view.ts';

interface FlameGraphProps extends ViewProps {
  readonly table: FlameTable;
  readonly matches: Uint32Array | null;
  readonly onDrawn: (narrowing: number) => void;
}

const hints = [
  ['', 'click zooms'],
  ['f', 'focus'],
  ['s', 'sandwich'],
  ['e', 'source'],
] as const;

/** The surface with the page's zoom, selection and search. */
export function FlameGraph({ app, table, matches, onDrawn }: FlameGraphProps): JSX.Element {
  const state = app.state.value;
  const names = useMemo(() => new NameList(table.keys.names), [table.keys]);
  const texts = useMemo(() => new NameList(table.keys.texts), [table.keys]);
  const zoom = useMemo(
    () => findRow(table, state.zoom, (key) => names.at(key)),
    [table, state.zoom, names],
  );
  const cursor = useCursor(app, table, zoom, app.state.value.invert);
  const zoomTo = (row: number): void => {
    app.change({ zoom: namesTo(table, row, names) });
  };
  const stepTo = (direction: 1 | -1): void => {
    const row = matches === null ? -1 : nextMatch(table, matches, cursor.row, direction);
    if (row < 0) return;
    const isInside = row >= zoom && row < (table.subtreeEnd[zoom] as number);
    const share = (table.total[row] as number) / ((table.total[zoom] as number) || 1);
    // Where it could not be seen, its caller becomes the width.
    if (!isInside || share < leastShare) zoomTo(table.parent[row] as number);
    cursor.select(row);
  };
  useMatchStep(app, stepTo);
  return (
    <FlameSurface
      label={app.baseScope.value === null ? 'Flame graph' : 'Difference flame graph'}
      table={table}
      theme={app.theme.value}
      shape={state.shape}
      colour={shownColour(app)}
      zoom={zoom}
      selected={cursor.row}
      matches={matches}
      hints={hints}
      onSelect={cursor.select}
      onZoom={zoomTo}
      onOpen={(row) => {
        cursor.select(row);
        app.change({ view: 'sandwich' }, 'push');
      }}
      onMenu={(row, x, y) =>
        showFrameMenu(app, { table, names, texts, row, at: { x, y } }, [], app.state.value.invert)
      }
      announce={(message) => app.announce(message)}
      onDrawn={onDrawn}
    />
  );
}

/** Frames below this share of the width are hard to see. */
const leastShare = 0.01;
