import process from 'node:process';
import {
  type BenchMeasured,
  type BenchSummary,
  quantile,
  type RunSeries,
  type SeriesSummary,
  sortedCopy,
  summarizeBench,
} from '../analysis/index.ts';
import { seededRandom } from '../base/random.ts';
import type { TimedRun } from '../base/timed-run.ts';
import { ToolError } from '../base/tool-error.ts';
import { shuffled } from './shuffled.ts';

export type { BenchMeasured, BenchSummary, SeriesSummary };

export interface BenchFnOptions {
  /** Each function runs so long first, so that it is compiled. */
  readonly warmupMs?: number;
  /** At least so long for each. */
  readonly minTimeMs?: number;
  /** Timings of each, at least. */
  readonly minSamples?: number;
  readonly maxSamples?: number;
  /** Collect garbage before each timing; needs `node --expose-gc`, else nothing is done. */
  readonly gc?: boolean;
  /** Ratios within 1 ± this are no difference. */
  readonly margin?: number;
  readonly seed?: number;
}

/** Nanoseconds for one call, below which so many percent of the timings lie. */
export interface Percentiles {
  readonly p50: number;
  readonly p75: number;
  readonly p95: number;
  readonly p99: number;
}

export interface BenchFnResult {
  /** Times are nanoseconds of one call; the first function is what the others are compared with. */
  readonly summary: BenchSummary;
  /** By name. */
  readonly percentiles: Readonly<Record<string, Percentiles>>;
  /** Calls in one timing, by name. */
  readonly batches: Readonly<Record<string, number>>;
  /** Whether garbage was collected before each timing. */
  readonly collected: boolean;
  readonly measured: BenchMeasured;
}

const defaults: Required<BenchFnOptions> = {
  warmupMs: 100,
  minTimeMs: 500,
  minSamples: 30,
  maxSamples: 2000,
  gc: true,
  margin: 0.01,
  seed: 1,
};

interface Subject {
  readonly name: string;
  readonly call: () => unknown;
  readonly isAsync: boolean;
  batch: number;
  elapsedNs: number;
  readonly runs: TimedRun[];
}

/**
 * Times functions against each other, in rounds of random order; the first one twice in each round, so that
 * it is known how much equal things differ. One timing is a batch of calls, long enough that the
 * clock's resolution is a thousandth of it.
 *
 *     const { summary } = await benchFn({ old: () => parseOld(text), new: () => parseNew(text) });
 *     summary.series[1]?.comparison?.verdict; // 'faster', 'slower', 'no difference', 'inconclusive'
 */
export async function benchFn(
  functions: Readonly<Record<string, () => unknown>>,
  given: BenchFnOptions = {},
): Promise<BenchFnResult> {
  const options = { ...defaults, ...given };
  const entries = Object.entries(functions);
  if (entries.length === 0) throw new ToolError('usage', 'benchFn: no function to time');
  const subjects: Subject[] = [];
  for (const [name, call] of entries) subjects.push(await warmUp(name, call, options));
  const [first] = subjects;
  const again = subjects.length > 1 && first !== undefined ? { ...first, runs: [] } : null;
  const all = again === null ? subjects : [...subjects, again];
  const random = seededRandom(options.seed);
  const collect = options.gc ? globalThis.gc : undefined;
  for (let round = 0; needsRound(round, subjects, options); round++) {
    for (const subject of shuffled(all, random)) {
      collect?.();
      subject.runs.push(await timeBatch(subject));
    }
  }
  const { margin, seed } = options;
  const measured: BenchMeasured = {
    series: subjects.map(seriesOf),
    again: again === null ? null : seriesOf(again),
    metric: 'wall',
    margin,
    seed,
  };
  return {
    summary: summarizeBench(measured),
    percentiles: Object.fromEntries(subjects.map((each) => [each.name, percentilesOf(each)])),
    batches: Object.fromEntries(subjects.map(({ name, batch }) => [name, batch])),
    collected: collect !== undefined,
    measured,
  };
}

async function warmUp(
  name: string,
  call: () => unknown,
  { warmupMs }: Required<BenchFnOptions>,
): Promise<Subject> {
  const result = call();
  const isAsync = result instanceof Promise;
  if (isAsync) await result;
  const subject: Subject = { name, call, isAsync, batch: 1, elapsedNs: 0, runs: [] };
  const leastNs = leastBatchNs();
  const endNs = process.hrtime.bigint() + BigInt(Math.round(warmupMs * 1e6));
  do {
    const { wallNs } = await timeBatch(subject);
    // Compiled code is quicker than what the first batches saw, so the size is looked at until the end.
    if (wallNs * subject.batch < leastNs) subject.batch *= 2;
  } while (process.hrtime.bigint() < endNs);
  while ((await timeBatch(subject)).wallNs * subject.batch < leastNs) subject.batch *= 2;
  subject.elapsedNs = 0;
  return subject;
}

function needsRound(
  round: number,
  subjects: readonly Subject[],
  { minSamples, maxSamples, minTimeMs }: Required<BenchFnOptions>,
): boolean {
  if (round < minSamples) return true;
  if (round >= maxSamples) return false;
  return subjects.some(({ elapsedNs }) => elapsedNs < minTimeMs * 1e6);
}

/** A thousand times the smallest step that the clock shows, and no less than 100 µs. */
function leastBatchNs(): number {
  let resolution = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 100; turn++) {
    const start = process.hrtime.bigint();
    let end = start;
    while (end === start) end = process.hrtime.bigint();
    resolution = Math.min(resolution, Number(end - start));
  }
  return Math.max(100_000, 1000 * resolution);
}

/** One batch, as what one call took of it. */
async function timeBatch(subject: Subject): Promise<TimedRun> {
  const { call, batch } = subject;
  const usage = process.cpuUsage();
  const start = process.hrtime.bigint();
  let last: unknown;
  if (subject.isAsync) for (let at = 0; at < batch; at++) last = await call();
  else for (let at = 0; at < batch; at++) last = call();
  const elapsed = Number(process.hrtime.bigint() - start);
  const { user, system } = process.cpuUsage(usage);
  // Whoever may look at the result keeps the compiler from leaving the work out.
  if (last === subject) throw new ToolError('usage', `${subject.name} returns its own benchmark`);
  subject.elapsedNs += elapsed;
  return {
    wallNs: elapsed / batch,
    userNs: (user * 1000) / batch,
    systemNs: (system * 1000) / batch,
    maxRssBytes: 0,
    minorFaults: 0,
    majorFaults: 0,
    voluntarySwitches: 0,
    involuntarySwitches: 0,
    status: 0,
  };
}

function seriesOf({ name, runs }: Subject): RunSeries {
  return { name, parameters: {}, runs };
}

function percentilesOf({ runs }: Subject): Percentiles {
  const sorted = sortedCopy(runs.map(({ wallNs }) => wallNs));
  const at = (percent: number): number => quantile(sorted, percent / 100);
  return { p50: at(50), p75: at(75), p95: at(95), p99: at(99) };
}
