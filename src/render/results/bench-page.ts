import {
  type BenchMeasured,
  type BenchMetric,
  type FactComparison,
  findOutliers,
  type Outlier,
  type RunSeries,
  summarizeFact,
  type Verdict,
} from '../../analysis/index.ts';
import type { Machine } from '../../base/machine.ts';
import { ownValue } from '../../base/own-value.ts';
import type { DiffRowJson } from '../json/diff-json.ts';
import { otherColumns, type RunFact, runFacts } from './run-fact-table.ts';

/** One command on the page: every column of its runs. */
export interface BenchPageSeries {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Null for a run in which it was not measured. */
  readonly columns: Readonly<Record<string, readonly (number | null)[]>>;
  /** With which of the commands it is compared, itself for none. */
  readonly against: number;
}

/** What a function costs in recordings of both commands. */
export type FunctionChange = Pick<
  DiffRowJson,
  | 'name'
  | 'module'
  | 'status'
  | 'noise'
  | 'base'
  | 'new'
  | 'delta'
  | 'baseSamples'
  | 'newSamples'
  | 'pValue'
>;

/** Functions of both commands, of `plateau compare --profile`. */
export interface FunctionChanges {
  readonly recordings: number;
  readonly unit: string;
  readonly measure: string;
  readonly rows: readonly FunctionChange[];
}

/** What the page of a benchmark is made of. */
export interface BenchPage {
  readonly kind: 'bench';
  /** Of the file; '' = measured just now. */
  readonly source: string;
  readonly series: readonly BenchPageSeries[];
  readonly again: BenchPageSeries | null;
  /** What decided. */
  readonly metric: BenchMetric;
  readonly margin: number;
  readonly seed: number;
  /** Measured at different times: the machine may have changed in between. */
  readonly isApart: boolean;
  /** Where all of it was measured; null = not known, or not one. */
  readonly machine: Machine | null;
  /** In what machines differ. */
  readonly unlike: readonly string[];
  readonly functions: FunctionChanges | null;
}

export function benchPage(
  measured: BenchMeasured,
  { source = '', functions = null }: Partial<Pick<BenchPage, 'source' | 'functions'>> = {},
): BenchPage {
  const { series, again, metric, margin, seed, isApart = false } = measured;
  return {
    kind: 'bench',
    source,
    series: series.map(pageSeries),
    again: again === null || again.runs.length === 0 ? null : pageSeries(again),
    metric,
    margin,
    seed,
    isApart,
    machine: measured.machine ?? null,
    unlike: measured.unlike ?? [],
    functions,
  };
}

function pageSeries({ name, parameters, runs, against = 0 }: RunSeries): BenchPageSeries {
  const facts = runs.map(
    ({ counters = {}, ...run }): Record<string, number> => ({
      ...counters,
      ...run,
    }),
  );
  const keys = [...new Set(facts.flatMap((run) => Object.keys(run)))];
  const columns = keys.map((key) => [key, facts.map((run) => ownValue(run, key) ?? null)] as const);
  return { name, parameters, columns: Object.fromEntries(columns), against };
}

/** The facts that were measured: those that are nothing in every run were not. */
export function factsOf({ series }: BenchPage): RunFact[] {
  const isMeasured = (column: string): boolean =>
    series.some(
      ({ columns }) => ownValue(columns, column)?.some((value) => (value ?? 0) > 0) === true,
    );
  const known = new Set(runFacts.flatMap(({ columns }) => columns));
  const counters = [...new Set(series.flatMap(({ columns }) => Object.keys(columns)))]
    .filter((column) => !known.has(column) && !otherColumns.has(column))
    .map(
      (column): RunFact => ({
        key: column,
        title: titleOf(column),
        unit: /^(task|cpu)-clock/.test(column) ? 'nanoseconds' : 'count',
        columns: [column],
      }),
    );
  return [...runFacts, ...counters].filter(({ columns }) => columns.some(isMeasured));
}

/** `cacheMisses` and `cache-misses` are Cache misses. */
function titleOf(column: string): string {
  const words = column
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_:]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** NaN for a run in which it was not measured. */
export function valuesOf({ columns }: BenchPageSeries, fact: RunFact): Float64Array {
  const runs = Math.max(0, ...fact.columns.map((column) => ownValue(columns, column)?.length ?? 0));
  return Float64Array.from({ length: runs }, (_, run) =>
    fact.columns.reduce((sum, column) => sum + (ownValue(columns, column)?.[run] ?? Number.NaN), 0),
  );
}

export function summarizePage(page: BenchPage, fact: RunFact): FactComparison {
  const { series, again, margin, seed } = page;
  return summarizeFact({
    columns: series.map((each) => valuesOf(each, fact)),
    against: series.map(({ against }) => against),
    again: again === null ? null : valuesOf(again, fact),
    margin,
    seed,
  });
}

export function outliersOf({ columns }: BenchPageSeries): Outlier[] {
  const column = (name: string): number[] => (columns[name] ?? []).map((value) => value ?? 0);
  const [userNs, systemNs] = [column('userNs'), column('systemNs')];
  return findOutliers({
    wallNs: column('wallNs'),
    cpuNs: userNs.map((user, run) => user + (systemNs[run] ?? 0)),
    involuntarySwitches: column('involuntarySwitches'),
    majorFaults: column('majorFaults'),
  });
}

/** Less time is faster; less of anything else is only less. */
export function verdictWord(verdict: Verdict, { unit }: RunFact): string {
  if (unit === 'nanoseconds') return verdict;
  return { faster: 'less', slower: 'more' }[verdict as string] ?? verdict;
}
