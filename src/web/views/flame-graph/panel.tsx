import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useAnswer } from '../../engine/use-answer.ts';
import { keyMatches } from '../../kit/compare/key-matches.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import type { ViewProps } from '../view.ts';
import { FlameGraph } from './flame-graph.tsx';
import { finenessOf } from './tree-detail.ts';
import { useTree } from './use-tree.ts';

/** The benchmark reads them: when the first flame graph of the page was drawn, and the last. */
const firstMark = 'plateau:first-flame-graph';
const lastMark = 'plateau:flame-graph';

export function FlameGraphPanel({ app }: ViewProps): JSX.Element {
  const fineness = useSignal(1);
  const { table, error } = useTree(app, fineness);
  const search = useAnswer(app.engine, 'search', () => {
    const { search: expression, by } = app.state.value;
    return expression === '' ? null : { scope: app.scope.value, by, expression };
  });
  if (error !== null && table === null)
    return <EmptyState title={error.message} text={error.hint} />;
  if (table === null) return <div class="flame-graph" />;
  if ((table.totalSamples[0] as number) === 0 && table.length <= 1) return <NoSamples app={app} />;
  const expression = app.state.value.search;
  const found = expression === '' ? null : (search.value.answer?.matches ?? null);
  return (
    <div class="flame-graph">
      <FlameGraph
        app={app}
        table={table}
        matches={table.base === undefined ? found : keyMatches(table.keys, expression)}
        onDrawn={(narrowing) => {
          markDrawn();
          fineness.value = finenessOf(narrowing);
        }}
      />
    </div>
  );
}

function markDrawn(): void {
  if (performance.getEntriesByName(firstMark).length === 0) performance.mark(firstMark);
  performance.clearMarks(lastMark);
  performance.mark(lastMark);
}

function NoSamples({ app }: ViewProps): JSX.Element {
  const { ranges, transforms, threads, cpus } = app.state.value;
  if (ranges.length > 0) {
    return (
      <EmptyState
        title="No samples in this range"
        text="Every thread that is looked at was asleep, or none was sampled."
        action={{ label: 'Clear range', run: () => app.change({ ranges: [] }, 'push') }}
      />
    );
  }
  if (transforms.length + threads.length + cpus.length > 0) {
    return (
      <EmptyState
        title="No samples are left"
        text="The steps above have removed all of them."
        action={{ label: 'Undo', run: () => app.undo() }}
      />
    );
  }
  return (
    <EmptyState
      title="No samples with this value"
      text="The recording has none of the chosen value. Choose another one at the top."
    />
  );
}
