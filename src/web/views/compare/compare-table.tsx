import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { CompareAnswer } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { ComparedGrid } from '../../kit/compare/compared-grid.tsx';
import { countByFilter } from '../../kit/compare/compared-rows.ts';
import { formatCount } from '../../kit/quantity.ts';
import { Segmented } from '../../kit/segmented.tsx';
import type { ViewState } from '../../state/view-state.ts';

const filterTitles: readonly (readonly [ViewState['diff'], string])[] = [
  ['all', 'All'],
  ['changed', 'Changed'],
  ['new', 'New'],
  ['removed', 'Gone'],
];

/** What every function cost before and after, all of them or those of one fate. */
export function CompareTable(props: {
  readonly app: App;
  readonly answer: CompareAnswer;
}): JSX.Element {
  const { app, answer } = props;
  const { diff } = app.state.value;
  const counts = useMemo(() => countByFilter(answer), [answer]);
  return (
    <section class="compare-table" aria-label="Functions">
      <div class="compare-filter">
        <Segmented
          label="Show"
          value={diff}
          choices={filterTitles.map(([value, title]) => ({
            value,
            label: `${title} ${formatCount(counts[value])}`,
          }))}
          onChange={(next) => app.change({ diff: next })}
        />
      </div>
      <div class="compare-grid">
        <ComparedGrid app={app} label="Difference by function" answer={answer} diff={diff} />
      </div>
    </section>
  );
}
