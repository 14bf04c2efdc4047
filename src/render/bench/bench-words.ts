import type {
  BenchSummary,
  MissingCounters,
  OutlierCause,
  SeriesSummary,
  TimingComparison,
} from '../../analysis/index.ts';
import { groupBy } from '../../base/group-by.ts';
import { counted, formatPValue, formatQuantity } from '../../base/quantity.ts';
import { safeLine } from '../../base/terminal-text.ts';

/** `12.3 ms`. */
export function timeText(ns: number): string {
  return formatQuantity(ns, 'nanoseconds');
}

/** The range of fewer runs holds the true median less often: by 5 runs in 94 of 100 cases, by 3 in 75. */
const fewestForInterval = 6;

/** `median of 10 runs, 95 % 12 ms – 13 ms`; `range` is the interval as the reader writes values. */
export function medianText(runs: number, range: string): string {
  const of = `median of ${counted(runs, 'run')}`;
  if (runs >= fewestForInterval) return `${of}, 95 % ${range}`;
  return runs === 1 ? of : `${of}, ${range} (95 % takes ${fewestForInterval} runs)`;
}

/** `faster: 0.71 × the time (0.69–0.73)`; what else a reader should know comes behind. */
export function verdictText({ comparison }: SeriesSummary): string {
  if (comparison === null) return '';
  const { verdict, ratio, interval, pValue } = comparison;
  const range = `${ratio.toFixed(3)} × the time (${interval.low.toFixed(3)}–${interval.high.toFixed(3)}), ${formatPValue(pValue)}`;
  const speed = verdict === 'faster' ? `; ${(1 / ratio).toFixed(2)} times as fast` : '';
  return `${verdict}: ${range}${speed}${adviceText(comparison)}`;
}

/** What would settle a comparison that settles nothing; '' where there is a verdict. */
export function adviceText({ verdict, moreRuns }: TimingComparison): string {
  if (verdict !== 'inconclusive') return '';
  if (moreRuns === null) return '; too close to tell here';
  return `; about ${counted(moreRuns, 'more run')} each would tell`;
}

/** What is unusual about the runs of a command. */
export function outlierText({ outliers }: SeriesSummary): string[] {
  const causes = groupBy(outliers, ({ cause }) => cause);
  return [...causes].map(([cause, list]) => {
    const furthest = list.reduce((far, { ratio }) => (isFurther(ratio, far) ? ratio : far), 1);
    return `${counted(list.length, 'run')} far off the median (${furthest.toFixed(1)} ×): ${causeWords[cause]}`;
  });
}

/** Twice as long is as far off as half as long. */
function isFurther(ratio: number, than: number): boolean {
  return Math.abs(Math.log(ratio)) > Math.abs(Math.log(than));
}

/** Why a run is far off, in words. */
export const causeWords: Readonly<Record<OutlierCause, string>> = {
  'first run': 'the first, before caches were warm; --warmup 1 leaves it out',
  disk: 'pages had to be read from a disk; --warmup 1, or more memory',
  scheduling: 'waited for a processor; other programs were running',
  unknown: 'for no reason that shows',
};

/** What else was counted in a run, medians; against the other command where that was counted too. */
export function countedText({ pageFaults, contextSwitches, counters }: SeriesSummary): string {
  const isCounted = (name: string): boolean => counters.some((each) => each.name.startsWith(name));
  const plain = [
    ['page faults', isCounted('page-faults') ? 0 : pageFaults],
    ['switches', isCounted('context-switches') ? 0 : contextSwitches],
  ] as const;
  return [
    ...plain.flatMap(([name, value]) => (value > 0 ? [`${name} ${countText(value)}`] : [])),
    ...counters.map(({ name, median, ratio }) => {
      const against = ratio === null ? '' : ` (${ratio.toFixed(3)} ×)`;
      return `${safeLine(name)} ${eventText(name, median)}${against}`;
    }),
    ...perCycle(counters),
  ].join(' · ');
}

/** Clocks count nanoseconds. */
function eventText(name: string, value: number): string {
  return /^(task|cpu)-clock/.test(name) ? timeText(value) : countText(value);
}

function perCycle(counters: SeriesSummary['counters']): string[] {
  const of = (name: string): number =>
    counters.find((each) => each.name.replace(/:[ukh]+$/, '') === name)?.median ?? 0;
  const [instructions, cycles] = [of('instructions'), of('cycles')];
  return instructions > 0 && cycles > 0 ? [`${(instructions / cycles).toFixed(2)} per cycle`] : [];
}

function countText(value: number): string {
  if (value >= 1e9) return `${(value / 1e9).toFixed(2)} G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(2)} M`;
  if (value >= 1e4) return `${(value / 1e3).toFixed(1)} k`;
  return String(Math.round(value));
}

/** What holds for all commands. */
export function footnotes(summary: BenchSummary): string[] {
  const { missingCounters, isApart, unlike } = summary;
  return [
    noiseText(summary),
    isApart ? apartText : '',
    unlikeText(unlike),
    missingCounters === null ? '' : missingText(missingCounters),
  ].filter((line) => line !== '');
}

const apartText =
  'not measured side by side: whatever changed on the machine in between is part of the difference';

/** '' where the machines are alike, or nobody knows. */
export function unlikeText(unlike: readonly string[]): string {
  if (unlike.length === 0) return '';
  return `measured on unlike machines, which no verdict can tell from the commands: ${unlike.map(safeLine).join('; ')}`;
}

function missingText({ names, reason }: MissingCounters): string {
  return `not counted: ${names.map(safeLine).join(', ')} (${safeLine(reason)})`;
}

/** How much equal things differ on this machine, in one sentence. */
export function noiseText({ noiseFloor }: BenchSummary): string {
  if (noiseFloor === null) return '';
  const { low, high } = noiseFloor;
  return `the first command against itself: ${low.toFixed(3)}–${high.toFixed(3)} × (smaller differences are noise here)`;
}
