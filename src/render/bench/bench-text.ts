import type { BenchSummary, SeriesSummary } from '../../analysis/index.ts';
import { formatQuantity } from '../../base/quantity.ts';
import { safeLine } from '../../base/terminal-text.ts';
import { alignColumns, elideMiddle } from '../../base/text-layout.ts';
import {
  countedText,
  footnotes,
  medianText,
  outlierText,
  timeText,
  verdictText,
} from './bench-words.ts';

/** How a verdict looks on a terminal. */
export interface BenchStyle {
  dim(text: string): string;
  bold(text: string): string;
  faster(text: string): string;
  slower(text: string): string;
  unsure(text: string): string;
}

/** So many commands are read side by side; more of them, or values of parameters, in a table. */
const mostBlocks = 3;

/** One block per command with its verdict, or a row; then how much equal things differ. */
export function* benchText(summary: BenchSummary, style: BenchStyle): Generator<string> {
  const hasParameters = summary.series.some(({ parameters }) => Object.keys(parameters).length > 0);
  if (hasParameters || summary.series.length > mostBlocks) yield* benchRows(summary, style);
  else yield* blocks(summary, style);
  for (const line of footnotes(summary)) yield style.dim(line);
}

function* blocks(summary: BenchSummary, style: BenchStyle): Generator<string> {
  const longest = Math.max(...summary.series.map(({ most }) => most));
  for (const series of summary.series) {
    yield style.bold(safeLine(series.name));
    yield `  ${style.bold(timeText(series.median))}  ${style.dim(spreadText(series))}`;
    yield `  ${style.dim(rangeText(series))}`;
    const counted = countedText(series);
    if (counted !== '') yield `  ${style.dim(counted)}`;
    yield `  ${paint(series, style, drawRange(series, longest, style))}`;
    for (const line of outlierText(series)) yield style.dim(`  note: ${line}`);
    if (series.comparison !== null) yield `  ${paint(series, style, verdictText(series))}`;
    yield '';
  }
}

/** A row per command. */
function* benchRows({ series }: BenchSummary, style: BenchStyle): Generator<string> {
  const names = [...new Set(series.flatMap(({ parameters }) => Object.keys(parameters)))];
  const head = ['command', ...names, 'median', '95 %', 'memory', '× first', '95 %'];
  const cells = series.map((each) => rowCells(each, names));
  const [first = '', ...lines] = alignColumns(
    [head, ...cells],
    head.map((_, at) => (at <= names.length ? 'left' : 'right')),
  );
  yield style.dim(first);
  for (const [at, each] of series.entries()) {
    const verdict = each.comparison?.verdict ?? '';
    yield `${lines[at] ?? ''}  ${paint(each, style, verdict)}`.trimEnd();
  }
  yield '';
  const notes = series.flatMap((each) =>
    outlierText(each).map((line) => `${safeLine(each.name)}: ${line}`),
  );
  for (const note of notes) yield style.dim(`note: ${note}`);
  const counted = series.filter(({ counters }) => counters.length > 0);
  for (const each of counted) yield style.dim(`${safeLine(each.name)}: ${countedText(each)}`);
}

const longestName = 48;

function rowCells(series: SeriesSummary, names: readonly string[]): string[] {
  const { name, parameters, median, interval, maxRssBytes, comparison } = series;
  const ratios =
    comparison === null
      ? ['', '']
      : [
          comparison.ratio.toFixed(3),
          `${comparison.interval.low.toFixed(3)}–${comparison.interval.high.toFixed(3)}`,
        ];
  return [
    elideMiddle(safeLine(name), longestName),
    ...names.map((each) => safeLine(parameters[each] ?? '')),
    timeText(median),
    `${timeText(interval.low)} – ${timeText(interval.high)}`,
    maxRssBytes > 0 ? formatQuantity(maxRssBytes, 'bytes') : '',
    ...ratios,
  ];
}

function spreadText({ interval, runs }: SeriesSummary): string {
  return medianText(runs, `${timeText(interval.low)} – ${timeText(interval.high)}`);
}

function rangeText({ least, most, userNs, systemNs, maxRssBytes }: SeriesSummary): string {
  const memory = maxRssBytes > 0 ? ` · memory ${formatQuantity(maxRssBytes, 'bytes')}` : '';
  const processor = `user ${timeText(userNs)} · system ${timeText(systemNs)}`;
  return `${timeText(least)} … ${timeText(most)} · ${processor}${memory}`;
}

function paint({ comparison }: SeriesSummary, style: BenchStyle, text: string): string {
  if (comparison?.verdict === 'faster') return style.faster(text);
  if (comparison?.verdict === 'slower') return style.slower(text);
  return comparison?.verdict === 'inconclusive' ? style.unsure(text) : text;
}

const cells = 60;

/** A bar as long as the median, thick where its 95 % are, thin on to the slowest run; all on one scale from zero. */
function drawRange({ most, interval }: SeriesSummary, longest: number, style: BenchStyle): string {
  const place = (value: number): number => Math.round((value / longest) * (cells - 1));
  const [low, high] = [place(interval.low), place(interval.high)];
  const rest = Math.max(0, place(most) - high);
  return `${'━'.repeat(low)}${'█'.repeat(high - low + 1)}${style.dim('─'.repeat(rest))}`;
}
