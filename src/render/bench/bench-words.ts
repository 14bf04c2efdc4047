import type { BenchSummary, SeriesSummary } from '../../analysis/index.ts';
import { groupBy } from '../../base/group-by.ts';
import { formatPValue, formatQuantity } from '../flame-svg/quantity.ts';

/** `12.3 ms`. */
export function timeText(ns: number): string {
  return formatQuantity(ns, 'nanoseconds');
}

/** `faster: 0.71 × the time (0.69–0.73)`; what else a reader should know comes behind. */
export function verdictText({ comparison }: SeriesSummary): string {
  if (comparison === null) return '';
  const { verdict, ratio, interval, pValue, moreRuns } = comparison;
  const range = `${ratio.toFixed(3)} × the time (${interval.low.toFixed(3)}–${interval.high.toFixed(3)}), ${formatPValue(pValue)}`;
  const advice =
    verdict !== 'inconclusive'
      ? ''
      : moreRuns === null
        ? '; too close to tell here'
        : `; about ${moreRuns} more ${moreRuns === 1 ? 'run' : 'runs'} each would tell`;
  const speed = verdict === 'faster' ? `; ${(1 / ratio).toFixed(2)} times as fast` : '';
  return `${verdict}: ${range}${speed}${advice}`;
}

/** What is unusual about the runs of a command. */
export function outlierText({ outliers }: SeriesSummary): string[] {
  const causes = groupBy(outliers, ({ cause }) => cause);
  return [...causes].map(([cause, list]) => {
    const most = Math.max(...list.map(({ ratio }) => ratio));
    const runs = list.length === 1 ? '1 run' : `${list.length} runs`;
    return `${runs} far off the median (up to ${most.toFixed(1)} ×): ${causeWords[cause]}`;
  });
}

const causeWords = {
  'first run': 'the first, before caches were warm; --warmup 1 leaves it out',
  scheduling: 'waited for a processor; other programs were running',
  unknown: 'for no reason that shows',
} as const;

/** How much equal things differ on this machine, in one sentence. */
export function noiseText({ noiseFloor }: BenchSummary): string {
  if (noiseFloor === null) return '';
  const { low, high } = noiseFloor;
  return `the first command against itself: ${low.toFixed(3)}–${high.toFixed(3)} × (smaller differences are noise here)`;
}
