import type { BenchSummary, SeriesSummary } from '../../analysis/index.ts';
import { safeLine } from '../../base/text-layout.ts';
import { formatQuantity } from '../flame-svg/quantity.ts';
import { noiseText, outlierText, timeText, verdictText } from './bench-words.ts';

/** How a verdict looks on a terminal. */
export interface BenchStyle {
  dim(text: string): string;
  bold(text: string): string;
  faster(text: string): string;
  slower(text: string): string;
}

export const plainBenchStyle: BenchStyle = {
  dim: (text) => text,
  bold: (text) => text,
  faster: (text) => text,
  slower: (text) => text,
};

/** One block per command, the verdict in its last line; then the winner. */
export function* benchText(summary: BenchSummary, style: BenchStyle): Generator<string> {
  const width = Math.max(...summary.series.map(({ most }) => most));
  for (const series of summary.series) {
    yield style.bold(safeLine(series.name));
    yield `  ${style.bold(timeText(series.median))}  ${style.dim(spreadText(series))}`;
    yield `  ${style.dim(rangeText(series))}`;
    yield `  ${drawRange(series, width)}`;
    for (const line of outlierText(series)) yield style.dim(`  note: ${line}`);
    if (series.comparison !== null) yield `  ${paint(series, style)}`;
    yield '';
  }
  const noise = noiseText(summary);
  if (noise !== '') yield style.dim(noise);
}

function spreadText({ interval, runs }: SeriesSummary): string {
  return `median of ${runs} runs, 95 % ${timeText(interval.low)} – ${timeText(interval.high)}`;
}

function rangeText({ least, most, userNs, systemNs, maxRssBytes }: SeriesSummary): string {
  const memory = maxRssBytes > 0 ? `, at most ${formatQuantity(maxRssBytes, 'bytes')}` : '';
  return `${timeText(least)} … ${timeText(most)}, user ${timeText(userNs)}, system ${timeText(systemNs)}${memory}`;
}

function paint(series: SeriesSummary, style: BenchStyle): string {
  const text = verdictText(series);
  const verdict = series.comparison?.verdict;
  if (verdict === 'faster') return style.faster(text);
  return verdict === 'slower' ? style.slower(text) : text;
}

const cells = 60;

/** Least to most as a line, the middle 95 % of the median as its thick part; all on one scale from zero. */
function drawRange({ least, most, interval }: SeriesSummary, longest: number): string {
  const place = (value: number): number => Math.round((value / longest) * (cells - 1));
  const [from, to] = [place(least), place(most)];
  const [low, high] = [place(interval.low), place(interval.high)];
  return Array.from({ length: to + 1 }, (_, at) => {
    if (at >= low && at <= high) return '█';
    return at >= from ? '─' : ' ';
  }).join('');
}
