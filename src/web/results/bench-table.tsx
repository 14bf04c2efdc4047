import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type FactComparison, type FactSummary, median } from '../../analysis/index.ts';
import { ownValue } from '../../base/own-value.ts';
import { safeLine } from '../../base/terminal-text.ts';
import { elideMiddle } from '../../base/text-layout.ts';
import {
  type BenchPage,
  type BenchPageSeries,
  factsOf,
  valuesOf,
  verdictWord,
} from '../../render/results/bench-page.ts';
import type { RunFact } from '../../render/results/run-fact-table.ts';
import { formatValue, nothing } from '../kit/quantity.ts';
import { rangeText, ratioText } from './forest-chart.tsx';
import { SortedTable, type TableColumn } from './sorted-table.tsx';
import { VerdictWord } from './verdict-word.tsx';

interface BenchTableProps {
  readonly page: BenchPage;
  readonly fact: RunFact;
  readonly compared: FactComparison;
}

interface Row {
  readonly series: BenchPageSeries;
  readonly summary: FactSummary;
}

const longestName = 56;

/** A row per command: the chosen fact in full, the others as medians. */
export function BenchTable({ page, fact, compared }: BenchTableProps): JSX.Element {
  const rows = useMemo(
    () =>
      page.series.flatMap((series, at) => {
        const summary = compared.series[at];
        return summary === undefined ? [] : [{ series, summary }];
      }),
    [page, compared],
  );
  const columns = useMemo(() => columnsOf(page, fact), [page, fact]);
  return <SortedTable label="Commands" columns={columns} rows={rows} most={50} />;
}

function columnsOf(page: BenchPage, fact: RunFact): TableColumn<Row>[] {
  const names = [...new Set(page.series.flatMap(({ parameters }) => Object.keys(parameters)))];
  const value = (given: number): string => formatValue(given, fact.unit);
  const number = (
    key: string,
    title: string,
    read: (summary: FactSummary) => number,
  ): TableColumn<Row> => ({
    key,
    title,
    isExtra: true,
    sortBy: ({ summary }) => read(summary),
    cell: ({ summary }) => value(read(summary)),
  });
  return [
    {
      key: 'command',
      title: 'Command',
      align: 'start',
      sortBy: ({ series }) => series.name,
      cell: ({ series }) => (
        <code title={safeLine(series.name)}>{elideMiddle(safeLine(series.name), longestName)}</code>
      ),
    },
    ...names.map((name) => parameterColumn(name)),
    {
      key: 'median',
      title: 'Median',
      sortBy: ({ summary }) => summary.median,
      cell: ({ summary }) => <b>{value(summary.median)}</b>,
    },
    {
      key: 'interval',
      title: '95 %',
      isExtra: true,
      sortBy: ({ summary: { interval } }) => interval.high - interval.low,
      cell: ({ summary: { interval } }) => `${value(interval.low)} – ${value(interval.high)}`,
    },
    number('least', 'Least', ({ least }) => least),
    number('most', 'Most', ({ most }) => most),
    number('deviation', 'Deviation', ({ deviation }) => deviation),
    ...otherFacts(page, fact),
    ...(page.series.length > 1 ? comparedColumns(fact) : []),
  ];
}

function parameterColumn(name: string): TableColumn<Row> {
  const given = ({ series }: Row): string => ownValue(series.parameters, name) ?? '';
  return {
    key: `parameter ${name}`,
    title: elideMiddle(safeLine(name), 16),
    explanation: safeLine(name),
    isExtra: true,
    sortBy: (row) => {
      const number = Number(given(row));
      return Number.isNaN(number) ? given(row) : number;
    },
    cell: (row) => elideMiddle(safeLine(given(row)), 24),
  };
}

/** Beside times, memory; beside anything else, the time. */
function otherFacts(page: BenchPage, fact: RunFact): TableColumn<Row>[] {
  const wanted = fact.key === 'wall' ? ['user', 'system', 'memory'] : ['wall'];
  return factsOf(page)
    .filter(({ key }) => wanted.includes(key))
    .map((other) => {
      const read = ({ series }: Row): number => median(valuesOf(series, other));
      return {
        key: other.key,
        title: other.title.replace(' time', '').replace('Peak memory', 'Memory'),
        explanation: `${other.title}, median`,
        isExtra: true,
        sortBy: read,
        cell: (row) => formatValue(read(row), other.unit),
      };
    });
}

function comparedColumns(fact: RunFact): TableColumn<Row>[] {
  return [
    {
      key: 'ratio',
      title: 'Ratio',
      explanation: "Median against the first command's",
      sortBy: ({ summary }) => summary.comparison?.ratio ?? 1,
      cell: ({ summary: { comparison } }) =>
        comparison === null ? nothing : <b>{ratioText(comparison.ratio)}</b>,
    },
    {
      key: 'range',
      title: '95 %',
      isExtra: true,
      sortBy: ({ summary }) => summary.comparison?.interval.low ?? 1,
      cell: ({ summary: { comparison } }) =>
        comparison === null ? nothing : rangeText(comparison),
    },
    {
      key: 'verdict',
      title: 'Verdict',
      align: 'start',
      sortBy: ({ summary }) => summary.comparison?.verdict ?? '',
      cell: ({ summary: { comparison } }) =>
        comparison === null ? null : <VerdictWord word={verdictWord(comparison.verdict, fact)} />,
    },
  ];
}
