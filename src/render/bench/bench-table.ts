import type { BenchSummary, SeriesSummary } from '../../analysis/index.ts';
import { type CsvCell, csvLines } from '../csv.ts';
import { timeText } from './bench-words.ts';

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
export function* benchMarkdown({ series, noiseFloor }: BenchSummary): Generator<string> {
  yield '| Command | Median | 95 % | Runs | Ratio | Verdict |';
  yield '|:---|---:|---:|---:|---:|:---|';
  for (const each of series) {
    const { comparison, interval } = each;
    const range = `${timeText(interval.low)} – ${timeText(interval.high)}`;
    const ratio =
      comparison === null
        ? '1'
        : `${comparison.ratio.toFixed(3)} (${comparison.interval.low.toFixed(3)}–${comparison.interval.high.toFixed(3)})`;
    const verdict = comparison?.verdict ?? '';
    yield `| \`${codeText(each.name)}\` | ${timeText(each.median)} | ${range} | ${each.runs} | ${ratio} | ${verdict} |`;
  }
  if (noiseFloor === null) return;
  yield '';
  yield `Ratio is the median time against the first command's; the first against itself: ${noiseFloor.low.toFixed(3)}–${noiseFloor.high.toFixed(3)}.`;
}

/** Inside backticks of a table cell. */
function codeText(name: string): string {
  return name.replaceAll('|', '\\|').replaceAll('`', "'").replace(/\s+/g, ' ');
}
