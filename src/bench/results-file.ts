import type { BenchMetric } from '../analysis/index.ts';
import {
  type BenchMeasured,
  type BenchSummary,
  type RunSeries,
  summarizeBench,
} from '../analysis/index.ts';
import { parseJsonText } from '../base/json-fields.ts';
import type { Machine } from '../base/machine.ts';
import type { RunFact, TimedRun } from '../base/timed-run.ts';
import { malformed, ToolError } from '../base/tool-error.ts';

/** One command, in the words of hyperfine's `--export-json`; ours come behind. Times are seconds. */
export interface CommandJson {
  readonly command: string;
  readonly mean: number;
  readonly stddev: number | null;
  readonly median: number;
  readonly user: number;
  readonly system: number;
  readonly min: number;
  readonly max: number;
  readonly times: readonly number[];
  readonly memory_usage_byte: readonly number[];
  readonly exit_codes: readonly number[];
  readonly parameters?: Readonly<Record<string, string>>;
  /** 95 % of the median, seconds. */
  readonly median_interval: readonly [number, number];
  /** Which of the results it is compared with, counted from 0; itself for none. */
  readonly against?: number;
  /** Absent where it is compared with none, as the first is. */
  readonly verdict?: string;
  /** median ÷ median of what it is compared with: below 1 is faster. */
  readonly ratio?: number;
  readonly interval?: readonly [number, number];
  /** The other way round: above 1 is faster. */
  readonly speedup?: number;
  readonly speedup_interval?: readonly [number, number];
  readonly p_value?: number;
  readonly more_runs?: number | null;
  /** Everything measured, one list per fact, in nanoseconds, bytes or counts. */
  readonly runs: Readonly<Record<RunFact, readonly number[]>>;
  /** Events that were counted, one value per run; null for a run in which it had no counter. */
  readonly counters?: Readonly<Record<string, readonly (number | null)[]>>;
}

export interface ResultsJson {
  readonly results: readonly CommandJson[];
  readonly plateau: {
    readonly version: 1;
    readonly metric: BenchMetric;
    readonly margin: number;
    readonly seed: number;
    /** Ratio of the first command to itself, 95 %. */
    readonly noise_floor: readonly [number, number] | null;
    readonly again: readonly number[] | null;
    /** Events that were asked for and that the machine does not count. */
    readonly missing_counters: readonly string[];
    /** The same runs with everything measured, as in `results`. */
    readonly again_runs?: CommandJson['runs'] | null;
    /** Where all of it was measured; null = not known, or not one. */
    readonly machine?: Machine | null;
    /** In what machines differ, where results of several were compared. */
    readonly unlike_machines?: readonly string[];
    /** Results of several benchmarks: the machine may have changed in between. */
    readonly apart?: true;
  };
}

const facts = [
  'wallNs',
  'userNs',
  'systemNs',
  'maxRssBytes',
  'minorFaults',
  'majorFaults',
  'voluntarySwitches',
  'involuntarySwitches',
  'status',
] as const satisfies readonly RunFact[];

export function encodeResults(measured: BenchMeasured): ResultsJson {
  const summary = summarizeBench(measured);
  const { metric, margin, seed, again } = measured;
  const { noiseFloor } = summary;
  return {
    results: measured.series.map((series, index) => commandJson(series, summary, index)),
    plateau: {
      version: 1,
      metric,
      margin,
      seed,
      noise_floor: noiseFloor === null ? null : [noiseFloor.low, noiseFloor.high],
      again: again === null ? null : again.runs.map((run) => run.wallNs),
      missing_counters: summary.missingCounters?.names ?? [],
      again_runs: again === null ? null : runColumns(again.runs),
      machine: measured.machine ?? null,
      ...(summary.unlike.length > 0 && { unlike_machines: summary.unlike }),
      ...(summary.isApart && { apart: true as const }),
    },
  };
}

function commandJson(series: RunSeries, summary: BenchSummary, index: number): CommandJson {
  const of = summary.series[index];
  if (of === undefined) throw new ToolError('no-data', 'a command has no runs');
  const { runs, name, parameters, against = 0 } = series;
  const { comparison } = of;
  const column = (fact: RunFact): readonly number[] => runs.map((run) => run[fact]);
  return {
    command: name,
    mean: of.mean / 1e9,
    stddev: runs.length > 1 ? of.deviation / 1e9 : null,
    median: of.median / 1e9,
    user: of.userNs / 1e9,
    system: of.systemNs / 1e9,
    min: of.least / 1e9,
    max: of.most / 1e9,
    times: runs.map((run) => run.wallNs / 1e9),
    memory_usage_byte: column('maxRssBytes'),
    exit_codes: column('status'),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    median_interval: [of.interval.low / 1e9, of.interval.high / 1e9],
    against,
    ...(comparison !== null && {
      verdict: comparison.verdict,
      ratio: comparison.ratio,
      interval: [comparison.interval.low, comparison.interval.high] as const,
      speedup: 1 / comparison.ratio,
      speedup_interval: [1 / comparison.interval.high, 1 / comparison.interval.low] as const,
      p_value: comparison.pValue,
      more_runs: comparison.moreRuns,
    }),
    runs: runColumns(runs),
    ...(of.counters.length > 0 && {
      counters: counterColumns(
        series,
        of.counters.map(({ name }) => name),
      ),
    }),
  };
}

function runColumns(runs: readonly TimedRun[]): CommandJson['runs'] {
  const columns = facts.map((fact) => [fact, runs.map((run) => run[fact])]);
  return Object.fromEntries(columns) as CommandJson['runs'];
}

function counterColumns(
  { runs }: RunSeries,
  names: readonly string[],
): NonNullable<CommandJson['counters']> {
  return Object.fromEntries(
    names.map((name) => [name, runs.map((run) => run.counters?.[name] ?? null)]),
  );
}

const resultsHint = 'give a file of plateau bench --save, or of hyperfine --export-json';

/** Reads results of ours and of hyperfine. */
export function parseResults(text: string): BenchMeasured {
  const value = parseJsonText(text, resultsHint);
  const results = isRecord(value) ? value['results'] : undefined;
  if (!Array.isArray(results) || results.length === 0) {
    throw new ToolError('unknown-format', 'no benchmark results in this file', {
      hint: resultsHint,
    });
  }
  const own = isRecord(value) && isRecord(value['plateau']) ? value['plateau'] : {};
  const series = results.map((each, index) => parseSeries(each, index, results.length));
  return {
    series,
    again: parseAgain(own['again_runs'], series[0]),
    metric: own['metric'] === 'cpu' ? 'cpu' : 'wall',
    margin: typeof own['margin'] === 'number' ? own['margin'] : 0.01,
    seed: typeof own['seed'] === 'number' ? own['seed'] : 1,
    ...(own['apart'] === true && { isApart: true }),
    ...parseMachines(own),
  };
}

const longestFact = 200;

function factText(given: unknown): string {
  return typeof given === 'string' ? given.slice(0, longestFact) : '';
}

/** Files of hyperfine and older ones of ours do not say. */
function parseMachines(
  own: Readonly<Record<string, unknown>>,
): Pick<BenchMeasured, 'machine' | 'unlike'> {
  const { machine, unlike_machines: unlike } = own;
  return {
    ...(isRecord(machine) && {
      machine: {
        processor: factText(machine['processor']),
        processors: typeof machine['processors'] === 'number' ? machine['processors'] : 0,
        kernel: factText(machine['kernel']),
        version: factText(machine['version']),
      },
    }),
    ...(Array.isArray(unlike) && { unlike: unlike.map(factText).filter((each) => each !== '') }),
  };
}

/** Files of hyperfine and older ones of ours have none. */
function parseAgain(value: unknown, first: RunSeries | undefined): RunSeries | null {
  if (!isRecord(value) || first === undefined) return null;
  const runs = parseRuns(value);
  return runs.length === 0 ? null : { ...first, runs };
}

function parseRuns(found: Readonly<Record<string, unknown>>): TimedRun[] {
  const columns = Object.fromEntries(facts.map((fact) => [fact, numbers(found[fact])]));
  return (columns['wallNs'] ?? []).map((_, run) => runAt(columns, run));
}

function parseSeries(value: unknown, index: number, length: number): RunSeries {
  if (!isRecord(value) || typeof value['command'] !== 'string') {
    throw malformed('results', index, 'a result has no command');
  }
  const found = isRecord(value['runs']) ? value['runs'] : hyperfineColumns(value, index);
  const runs = parseRuns(found);
  if (runs.length === 0) throw malformed('results', index, 'a result has no times');
  const parameters = isRecord(value['parameters']) ? value['parameters'] : {};
  const counters = isRecord(value['counters']) ? value['counters'] : {};
  const against = Number(value['against']);
  return {
    name: value['command'],
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, given]) => [name, String(given)]),
    ),
    runs: runs.map((each, run) => ({ ...each, ...countersAt(counters, run) })),
    ...(Number.isInteger(against) && against >= 0 && against < length && { against }),
  };
}

/** hyperfine keeps the times of each run, and the means of what processors did. */
function hyperfineColumns(
  value: Readonly<Record<string, unknown>>,
  index: number,
): Readonly<Record<string, unknown>> {
  const times = numbers(value['times']);
  if (times.length === 0) throw malformed('results', index, 'a result has no times');
  const each = (fact: unknown, factor: number): number[] =>
    times.map(() => (typeof fact === 'number' ? fact * factor : 0));
  return {
    wallNs: times.map((time) => time * 1e9),
    userNs: each(value['user'], 1e9),
    systemNs: each(value['system'], 1e9),
    maxRssBytes: numbers(value['memory_usage_byte']),
    status: numbers(value['exit_codes']),
  };
}

function runAt(columns: Readonly<Record<string, readonly number[]>>, run: number): TimedRun {
  const entries = facts.map((fact) => [fact, columns[fact]?.[run] ?? 0] as const);
  return Object.fromEntries(entries) as unknown as TimedRun;
}

function countersAt(
  counters: Readonly<Record<string, unknown>>,
  run: number,
): Pick<TimedRun, 'counters'> {
  const counted = Object.entries(counters).flatMap(([name, list]) => {
    const value: unknown = Array.isArray(list) ? list[run] : undefined;
    return typeof value === 'number' && Number.isFinite(value) ? [[name, value] as const] : [];
  });
  return counted.length === 0 ? {} : { counters: Object.fromEntries(counted) };
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.map((each) => (typeof each === 'number' ? each : 0)) : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
