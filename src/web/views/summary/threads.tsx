import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { SummaryAnswer, ThreadRow } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import type { GridColumn } from '../../kit/grid/column.ts';
import { formatCount, formatShare, formatValue } from '../../kit/quantity.ts';
import { WhenChart } from '../../kit/when-chart.tsx';
import { PressList } from './press-list.tsx';

const columns: readonly GridColumn[] = [
  { id: 'name', title: 'Thread', isRowHeader: true },
  { id: 'when', title: '', width: 136, minimumGridWidth: 360 },
  { id: 'share', title: 'Share', width: 68, align: 'end' },
  { id: 'value', title: 'Value', width: 76, align: 'end' },
];

interface ThreadsProps {
  readonly app: App;
  readonly answer: SummaryAnswer;
}

/** What each thread had, and when. One narrows everything to it. */
export function Threads({ app, answer }: ThreadsProps): JSX.Element {
  const { rows, count } = answer.threads;
  const renderCell = useMemo(() => cellRenderer(answer), [answer]);
  const left = count - rows.length;
  return (
    <PressList
      title="Threads"
      aside={left > 0 ? `and ${formatCount(left)} more` : 'click shows one alone'}
      columns={columns}
      rowCount={rows.length}
      renderCell={renderCell}
      rowText={(row) => titleOf(rows[row])}
      onPress={(row) => chooseThread(app, rows[row])}
    />
  );
}

/** The thread alone; the one that is alone already gives all back. */
function chooseThread(app: App, row: ThreadRow | undefined): void {
  if (row === undefined) return;
  const isAlone = app.state.value.threads.length === 1 && app.state.value.threads[0] === row.thread;
  app.change({ threads: isAlone ? [] : [row.thread] }, 'push');
  app.announce(isAlone ? 'All threads' : `Only ${titleOf(row)}`);
}

function titleOf(row: ThreadRow | undefined): string {
  if (row === undefined) return '';
  const name = row.name === '' ? row.process : row.name;
  return name === '' ? `thread ${row.tid}` : name;
}

/** Names that stand for several threads: those are told apart by their numbers. */
function repeated(titles: readonly string[]): ReadonlySet<string> {
  return new Set(titles.filter((title, at) => titles.indexOf(title) !== at));
}

function cellRenderer(answer: SummaryAnswer): (row: number, column: string) => ComponentChildren {
  const { rows, when, buckets } = answer.threads;
  const areAlike = repeated(rows.map(titleOf));
  const highest = (when ?? new Float64Array(0)).reduce((most, each) => Math.max(most, each), 0);
  return (at, column) => {
    const row = rows[at];
    if (row === undefined) return null;
    switch (column) {
      case 'name':
        return (
          <span title={`${row.process}, thread ${row.tid}`}>
            <span class="grid-strong">{titleOf(row)}</span>
            {areAlike.has(titleOf(row)) ? <span class="summary-tid"> {row.tid}</span> : null}
          </span>
        );
      case 'when':
        return when === null ? null : (
          <span class="summary-when">
            <WhenChart
              values={when.subarray(at * buckets, (at + 1) * buckets)}
              highest={highest}
              label={`When ${titleOf(row)} ran`}
            />
          </span>
        );
      case 'share':
        return <span class="grid-strong">{formatShare(row.value / answer.whole)}</span>;
      default:
        return formatValue(row.value, answer.value.unit);
    }
  };
}
