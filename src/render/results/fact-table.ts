import type { FactComparison, FactSummary } from '../../analysis/index.ts';
import { present } from '../../base/assert.ts';
import { ownValue } from '../../base/own-value.ts';
import { formatQuantity } from '../../base/quantity.ts';
import { comparisonMarkdown } from '../bench/bench-table.ts';
import { type CsvCell, csvLines } from '../csv.ts';
import { type BenchPage, verdictWord } from './bench-page.ts';
import type { RunFact } from './run-fact-table.ts';

/** The table of one fact for a pull request. */
export function factMarkdown(page: BenchPage, fact: RunFact, compared: FactComparison): string {
  const lines = comparisonMarkdown({
    title: fact.title,
    rows: page.series.map(({ name }, at) => ({ name, ...summaryOf(compared, at) })),
    noiseFloor: compared.noiseFloor,
    unlike: page.unlike,
    value: (given) => formatQuantity(given, fact.unit),
    word: (verdict) => verdictWord(verdict, fact),
  });
  return `${[...lines].join('\n')}\n`;
}

/** The same for a spreadsheet, in nanoseconds, bytes or counts. */
export function factCsv(page: BenchPage, fact: RunFact, compared: FactComparison): string {
  const names = [...new Set(page.series.flatMap(({ parameters }) => Object.keys(parameters)))];
  const columns = ['command', ...names, 'runs', ...csvNames, 'verdict', 'ratio', 'ratio_low'];
  const rows = page.series.map(({ name, parameters }, at): CsvCell[] => {
    const { runs, median, interval, mean, deviation, least, most, comparison } = summaryOf(
      compared,
      at,
    );
    const numbers = [runs, median, interval.low, interval.high, mean, deviation, least, most];
    const against =
      comparison === null
        ? ['', '', '', '', '']
        : [
            verdictWord(comparison.verdict, fact),
            comparison.ratio,
            comparison.interval.low,
            comparison.interval.high,
            comparison.pValue,
          ];
    return [name, ...names.map((each) => ownValue(parameters, each) ?? ''), ...numbers, ...against];
  });
  return `${[...csvLines([...columns, 'ratio_high', 'p_value'], rows)].join('\n')}\n`;
}

const csvNames = ['median', 'median_low', 'median_high', 'mean', 'stddev', 'min', 'max'] as const;

function summaryOf({ series }: FactComparison, at: number): FactSummary {
  return present(series[at], 'summary of a command');
}
