import type { JSX } from 'preact';
import { safeLine } from '../../base/terminal-text.ts';
import { elideMiddle } from '../../base/text-layout.ts';
import type { RunFact } from '../../render/results/run-fact-table.ts';
import { formatCount, formatValue, narrowSpace } from '../kit/quantity.ts';
import type { DistributionSeries } from './distribution-chart.tsx';
import { NumbersCard } from './numbers-card.tsx';

interface DistributionCardProps {
  readonly at: { readonly x: number; readonly y: number };
  readonly fact: RunFact;
  readonly series: DistributionSeries | undefined;
  /** Undefined: the whole row. */
  readonly run: number | undefined;
}

const longestName = 120;

/** One run with everything known of it, or a command's numbers. */
export function DistributionCard(props: DistributionCardProps): JSX.Element | null {
  const { at, fact, series, run } = props;
  if (series === undefined) return null;
  const { name, summary, values, runFacts, cause } = series;
  const value = (given: number): string => formatValue(given, fact.unit);
  if (run === undefined) {
    return (
      <NumbersCard
        at={at}
        title={elideMiddle(safeLine(name), longestName)}
        rows={[
          ['Median', value(summary.median)],
          ['95 %', `${value(summary.interval.low)} – ${value(summary.interval.high)}`],
          [
            'Half of the runs',
            `${value(summary.quartiles.low)} – ${value(summary.quartiles.high)}`,
          ],
          ['Least … most', `${value(summary.least)} … ${value(summary.most)}`],
          ['Mean ± deviation', `${value(summary.mean)} ± ${value(summary.deviation)}`],
          ['Runs', formatCount(summary.runs)],
        ]}
      />
    );
  }
  const own = values[run] ?? 0;
  const ratio = summary.median > 0 ? own / summary.median : 1;
  return (
    <NumbersCard
      at={at}
      title={`Run ${run + 1} of ${values.length}`}
      rows={[
        [fact.title, value(own)],
        ['Of the median', `${ratio.toFixed(2)}${narrowSpace}×`],
        ...runFacts(run).filter(([title]) => title !== fact.title),
      ]}
      note={cause(run) === '' ? '' : `Far off: ${cause(run)}.`}
    />
  );
}
