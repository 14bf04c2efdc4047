import type { BenchSummary, Interval, SeriesSummary, Verdict } from '../../analysis/index.ts';
import { type CsvCell, csvLines } from '../csv.ts';
import { timeText, unlikeText } from './bench-words.ts';

const csvColumns = [
  'command',
  'runs',
  'median_s',
  'median_low_s',
  'median_high_s',
  'mean_s',
  'stddev_s',
  'min_s',
  'max_s',
  'user_s',
  'system_s',
  'max_rss_bytes',
  'verdict',
  'ratio',
  'ratio_low',
  'ratio_high',
  'p_value',
] as const;

export function benchCsv(summary: BenchSummary): Iterable<string> {
  return csvLines(csvColumns, summary.series.map(csvCells));
}

function csvCells(series: SeriesSummary): CsvCell[] {
  const { comparison, interval } = series;
  const seconds = [
    series.median,
    interval.low,
    interval.high,
    series.mean,
    series.deviation,
    series.least,
    series.most,
    series.userNs,
    series.systemNs,
  ].map((ns) => ns / 1e9);
  const against =
    comparison === null
      ? ['', '', '', '', '']
      : [
          comparison.verdict,
          comparison.ratio,
          comparison.interval.low,
          comparison.interval.high,
          comparison.pValue,
        ];
  return [series.name, series.runs, ...seconds, series.maxRssBytes, ...against];
}

/** A table for a pull request. */
export function benchMarkdown({ series, noiseFloor, unlike }: BenchSummary): Iterable<string> {
  return comparisonMarkdown({
    title: 'Median',
    rows: series,
    noiseFloor,
    unlike,
    value: timeText,
    word: (verdict) => verdict,
  });
}

/** Medians of any fact against the first command's. */
export interface ComparisonTable {
  /** What the column of medians is called. */
  readonly title: string;
  readonly rows: readonly Pick<
    SeriesSummary,
    'name' | 'median' | 'interval' | 'runs' | 'comparison'
  >[];
  readonly noiseFloor: Interval | null;
  /** In what machines differ. */
  readonly unlike: readonly string[];
  readonly value: (median: number) => string;
  readonly word: (verdict: Verdict) => string;
}

export function* comparisonMarkdown(table: ComparisonTable): Generator<string> {
  const { title, rows, noiseFloor, unlike, value, word } = table;
  const isCompared = rows.length > 1;
  yield `| Command | ${title} | 95 % | Runs |${isCompared ? ' Ratio | 95 % | Verdict |' : ''}`;
  yield `|:---|---:|:---:|---:|${isCompared ? '---:|:---:|:---|' : ''}`;
  for (const { name, median, interval, runs, comparison } of rows) {
    const range = `${value(interval.low)} – ${value(interval.high)}`;
    const own = `| ${markdownCode(name)} | ${unbroken(value(median))} | ${unbroken(range)} | ${runs} |`;
    yield isCompared ? `${own} ${againstCells(comparison, word)} |` : own;
  }
  if (unlike.length > 0) {
    yield '';
    yield `${markdownText(sentence(unlikeText(unlike)))}.`;
  }
  if (noiseFloor === null) return;
  yield '';
  yield `Ratios are medians against the first command's. The first against itself: ${noiseFloor.low.toFixed(3)}–${noiseFloor.high.toFixed(3)}; what differs by less is noise.`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function againstCells(
  comparison: SeriesSummary['comparison'],
  word: (verdict: Verdict) => string,
): string {
  if (comparison === null) return '1 | | ';
  const { verdict, ratio, interval } = comparison;
  const isClaim = verdict === 'faster' || verdict === 'slower';
  const shown = isClaim ? `**${word(verdict)}**` : word(verdict);
  const range = `${interval.low.toFixed(3)}–${interval.high.toFixed(3)}`;
  return `${unbroken(`${ratio.toFixed(3)} ×`)} | ${range} | ${unbroken(shown)}`;
}

/** Narrow tables break lines at spaces; a number stays with its unit. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

/** A name inside a cell: nothing in it is markup. */
export function markdownCode(name: string): string {
  return `\`${name.replaceAll('|', '\\|').replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
}

/** Words inside a cell or a line: what could be markup is escaped. */
export function markdownText(text: string): string {
  return text.replace(/[\\`*_~<>[\]|#]/g, '\\$&').replace(/\s+/g, ' ');
}
