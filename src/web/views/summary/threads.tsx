import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { SummaryAnswer, ThreadRow } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { formatCount } from '../../kit/quantity.ts';
import { WhenChart } from '../../kit/when-chart.tsx';
import { CostList, type CostRow } from './cost-list.tsx';

interface ThreadsProps {
  readonly app: App;
  readonly answer: SummaryAnswer;
}

/** What each thread had, and when. One narrows everything to it. */
export function Threads({ app, answer }: ThreadsProps): JSX.Element {
  const { rows, count } = answer.threads;
  const rowAt = useMemo(() => threadRows(answer), [answer]);
  const left = count - rows.length;
  return (
    <CostList
      title="Threads"
      aside={left > 0 ? `and ${formatCount(left)} more` : 'click shows one alone'}
      noun="Thread"
      picturePx={136}
      answer={answer}
      rowCount={rows.length}
      rowAt={rowAt}
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

function titleOf(row: ThreadRow): string {
  const name = row.name === '' ? row.process : row.name;
  return name === '' ? `thread ${row.tid}` : name;
}

/** Names that stand for several threads: those are told apart by their numbers. */
function repeated(titles: readonly string[]): ReadonlySet<string> {
  return new Set(titles.filter((title, at) => titles.indexOf(title) !== at));
}

function threadRows({ threads, isWait }: SummaryAnswer): (at: number) => CostRow | null {
  const { rows, when, buckets } = threads;
  const areAlike = repeated(rows.map(titleOf));
  const highest = (when ?? new Float64Array(0)).reduce((most, each) => Math.max(most, each), 0);
  return (at) => {
    const row = rows[at];
    if (row === undefined) return null;
    const title = titleOf(row);
    return {
      name: (
        <span title={`${row.process}, thread ${row.tid}`}>
          <span class="grid-strong">{title}</span>
          {areAlike.has(title) ? <span class="summary-tid"> {row.tid}</span> : null}
        </span>
      ),
      picture:
        when === null ? null : (
          <span class="summary-when">
            <WhenChart
              values={when.subarray(at * buckets, (at + 1) * buckets)}
              highest={highest}
              label={`When ${title} ${isWait ? 'waited' : 'ran'}`}
            />
          </span>
        ),
      value: row.value,
      text: title,
    };
  };
}
