import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { NameList, type TreeRequest } from '../../../explore/index.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { FlameSurface } from '../../kit/flame/flame-surface.tsx';
import { type FlameTable, findRow, pathOf } from '../../kit/flame/flame-table.ts';
import { useCursor } from '../../kit/flame/use-cursor.ts';
import type { ViewProps } from '../view.ts';
import { detailRequest, holdsPath, minimumShare } from './tree-detail.ts';

/** The graph of everything, and of the zoomed frame as soon as its finer tree is there. */
export function FlameGraphPanel({ app }: ViewProps): JSX.Element {
  const request = useComputed((): TreeRequest => {
    const { invert, order, by } = app.state.value;
    const direction = invert ? 'bottom-up' : 'top-down';
    return { scope: app.scope.value, shape: { direction, order, by }, minimumShare };
  });
  const whole = useAnswer(app.engine, 'tree', () => request.value);
  const detailAsked = useComputed((): TreeRequest | null => {
    const { answer, isPending } = whole.value;
    if (answer === null || isPending) return null;
    return detailRequest(request.value, answer, app.state.value.zoom);
  });
  const detail = useAnswer(app.engine, 'tree', () => detailAsked.value);
  const search = useAnswer(app.engine, 'search', () => {
    const { search: expression, by } = app.state.value;
    return expression === '' ? null : { scope: app.scope.value, by, expression };
  });
  const table = useComputed((): FlameTable | null => {
    const fine = detail.value.answer;
    const root = detailAsked.value?.root;
    return root !== undefined && fine !== null && holdsPath(fine, root) ? fine : whole.value.answer;
  });
  const isMarked = useSignal(false);
  useSignalEffect(() => {
    if (isMarked.value && performance.getEntriesByName(firstMark).length === 0) {
      performance.mark(firstMark);
    }
  });
  const shown = table.value;
  if (shown === null) return <div class="flame-graph" />;
  return (
    <div class="flame-graph">
      <Graph
        app={app}
        table={shown}
        matches={app.state.value.search === '' ? null : (search.value.answer?.matches ?? null)}
        onDrawn={() => {
          isMarked.value = true;
        }}
      />
    </div>
  );
}

const firstMark = 'plateau:first-flame-graph';

interface GraphProps extends ViewProps {
  readonly table: FlameTable;
  readonly matches: Uint32Array | null;
  readonly onDrawn: () => void;
}

function Graph({ app, table, matches, onDrawn }: GraphProps): JSX.Element {
  const state = app.state.value;
  const names = useMemo(() => new NameList(table.keys.names), [table.keys]);
  const zoom = useMemo(
    () => findRow(table, state.zoom, (key) => names.at(key)),
    [table, state.zoom, names],
  );
  const cursor = useCursor(app, table, zoom);
  const zoomTo = (row: number): void => {
    const path = pathOf(table, row).map((each) => names.at(table.key[each] as number));
    app.change({ zoom: path });
  };
  return (
    <FlameSurface
      label="Flame graph"
      table={table}
      theme={app.theme.value}
      shape={state.shape}
      colour={state.colour}
      zoom={zoom}
      selected={cursor.row}
      matches={matches}
      onSelect={cursor.select}
      onZoom={zoomTo}
      onOpen={(row) => {
        cursor.select(row);
        app.change({ view: 'sandwich' }, 'push');
      }}
      announce={(message) => app.announce(message)}
      onDrawn={onDrawn}
      hints={hints}
    />
  );
}

const hints = [
  ['', 'click zooms'],
  ['f', 'focus'],
  ['s', 'sandwich'],
  ['e', 'source'],
] as const;
