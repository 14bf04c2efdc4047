import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { FactComparison } from '../../analysis/index.ts';
import { formatPValue } from '../../base/quantity.ts';
import { safeLine } from '../../base/terminal-text.ts';
import { type BenchPage, verdictWord } from '../../render/results/bench-page.ts';
import { marginInterval } from '../../render/results/forest-layout.ts';
import type { RunFact } from '../../render/results/run-fact-table.ts';
import { formatValue } from '../kit/quantity.ts';
import { ForestChart, type ForestItem } from './forest-chart.tsx';
import { SectionCard } from './section-card.tsx';

interface BenchForestProps {
  readonly page: BenchPage;
  readonly fact: RunFact;
  readonly compared: FactComparison;
  readonly announce: (message: string) => void;
}

/** Every command against the first. */
export function BenchForest({ page, fact, compared, announce }: BenchForestProps): JSX.Element {
  const items = useMemo(() => itemsOf(page, fact, compared), [page, fact, compared]);
  const isTime = fact.unit === 'nanoseconds';
  const noise =
    compared.noiseFloor === null ? '' : ' The band is what the first differs from itself.';
  const margin = items.some(({ row }) => row?.alike != null)
    ? ' Between the dashed lines nothing is called a difference.'
    : '';
  const isFirst = page.series.every(({ against }) => against === 0);
  const apart = page.isApart
    ? ' Not measured side by side: what changed on the machine in between is part of it.'
    : '';
  const unlike =
    page.unlike.length === 0 ? '' : ` Unlike machines: ${safeLine(page.unlike.join('; '))}.`;
  return (
    <SectionCard
      title={isFirst ? 'Against the first command' : 'Against the base'}
      text={`${fact.title} as a multiple of ${isFirst ? "the first command's" : "the base's"}, with 95 %.${noise}${margin}${apart}${unlike}`}
    >
      <ForestChart
        label={`${fact.title} against the first command`}
        items={items}
        sides={isTime ? ['faster', 'slower'] : ['less', 'more']}
        announce={announce}
      />
    </SectionCard>
  );
}

function itemsOf(page: BenchPage, fact: RunFact, compared: FactComparison): ForestItem[] {
  const { noiseFloor, series } = compared;
  const itself: ForestItem[] =
    noiseFloor === null
      ? []
      : [
          {
            ...plain,
            name: page.series[0]?.name ?? '',
            detail: 'against itself',
            row: {
              ratio: compared.noiseRatio ?? 1,
              interval: noiseFloor,
              noiseFloor,
            },
            note: 'Equal things differ by this much here.',
          },
        ];
  const isCompared = (index: number): boolean => page.series[index]?.against !== index;
  const others = page.series.flatMap((each, index): ForestItem[] => {
    if (!isCompared(index)) return [];
    const summary = series[index];
    const base = series[each.against]?.median ?? 0;
    const comparison = summary?.comparison ?? null;
    const medians = `${formatValue(base, fact.unit)} → ${formatValue(summary?.median ?? 0, fact.unit)}`;
    if (comparison === null) {
      return [{ ...plain, name: each.name, detail: medians, missing: 'the same in every run' }];
    }
    const { ratio, interval, verdict, pValue, superiority, moreRuns } = comparison;
    return [
      {
        ...plain,
        name: each.name,
        detail: medians,
        word: verdictWord(verdict, fact),
        row: { ratio, interval, noiseFloor, alike: marginInterval(page.margin) },
        card: [
          ['Medians', medians],
          ['Chance alone', formatPValue(pValue)],
          ['A run takes longer', `in ${(superiority * 100).toFixed(0)} % of pairs`],
          ...(verdict === 'faster' && fact.unit === 'nanoseconds'
            ? [['Speed', `${(1 / ratio).toFixed(2)} times as fast`] as const]
            : []),
        ],
        note:
          verdict !== 'inconclusive'
            ? ''
            : moreRuns === null
              ? 'Too close to tell here.'
              : `About ${moreRuns} more ${moreRuns === 1 ? 'run' : 'runs'} each would tell.`,
      },
    ];
  });
  return [...itself, ...others];
}

const plain: ForestItem = {
  name: '',
  group: '',
  detail: '',
  word: '',
  row: null,
  missing: '',
  control: null,
  card: [],
  note: '',
};
