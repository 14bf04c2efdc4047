// How often `plateau bench` finds a difference that is there, and how often it reports one that is not.
//   node scripts/run-typescript.mjs benchmarks/bench-detection.ts [--trials 500] [--real 20]
// Prints Markdown for docs/benchmarks.md. The simulation runs the whole procedure (rounds, looks, stopping)
// on made-up times with the noise of real ones; seeded, so it gives the same table everywhere. `--real N` runs
// a program N times that does 0, 2 and 5 % more work; those figures are of the machine and the moment.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release } from 'node:os';
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  type BenchMeasured,
  type BenchMetric,
  median,
  summarizeBench,
  type TimingComparison,
  verdicts,
} from '../src/analysis/index.ts';
import {
  type BenchCommand,
  type BenchPlan,
  defaultPlan,
  type Runner,
  runBenchmark,
} from '../src/bench/index.ts';
import { simulatedRunner } from '../src/bench/testing/simulated-runner.ts';
import { loadChildSys } from '../src/platform/sys/child.ts';
import { runTimed } from '../src/platform/timed-run.ts';

/** Tests use seeds below a million: what they were written against is not what is measured here. */
const firstSeed = 1_000_001;
const differences = [0, 0.02, 0.05];
const noises = [0.01, 0.03];
const surroundings = { env: process.env, cwd: '/' };
const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '200' },
    real: { type: 'string', default: '0' },
  },
});

interface Outcome extends TimingComparison {
  readonly runs: number;
}

function command(argv: readonly string[]): BenchCommand {
  const steps = { prepare: null, setup: null, cleanup: null };
  return { name: argv.join(' '), argv, parameters: {}, ...steps };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

async function measure(plan: BenchPlan, runner: Runner): Promise<BenchMeasured> {
  return await runBenchmark({ ...plan, memory: false }, runner, surroundings);
}

function outcomeOf(measured: BenchMeasured, metric: BenchMetric): Outcome {
  const [, after] = summarizeBench({ ...measured, metric }).series;
  if (after === undefined || after.comparison === null) throw new Error('nothing was compared');
  return { ...after.comparison, runs: after.runs };
}

function row(name: string, outcomes: readonly Outcome[], more: readonly string[] = []): string {
  const shares = verdicts.map((verdict) => {
    const count = outcomes.filter((each) => each.verdict === verdict).length;
    return percent(count / outcomes.length);
  });
  const runs = Math.round(median(outcomes.map((each) => each.runs)));
  return `| ${[name, ...shares, runs, ...more].join(' | ')} |`;
}

function heading(...more: readonly string[]): string {
  const names = ['difference, noise', ...verdicts, 'runs, median', ...more];
  return `| ${names.join(' | ')} |\n|:---|${'---:|'.repeat(names.length - 1)}`;
}

/** What is made up: 30 ms each, at most six seconds of each command. */
function simulation(difference: number, noise: number, seed: number): [BenchPlan, Runner] {
  const commands = [command(['a']), command(['b'])];
  const runner = simulatedRunner({ a: 30, b: 30 * (1 + difference) }, noise, seed);
  return [{ ...defaultPlan, commands, seed, mostTimeMs: 6000 }, runner];
}

/** Of an inconclusive verdict: whether as many more runs as were advised decide. */
async function isAdviceRight(
  { runs, moreRuns }: Outcome,
  difference: number,
  noise: number,
  seed: number,
): Promise<boolean> {
  const [plan, runner] = simulation(difference, noise, seed);
  const longer = await measure({ ...plan, runs: runs + (moreRuns ?? 0) }, runner);
  return outcomeOf(longer, 'wall').verdict !== 'inconclusive';
}

/** More of it takes long to compute. */
const mostAdvice = { runs: 2000, trials: 40 };

async function simulatedRow(difference: number, noise: number, trials: number): Promise<string> {
  const outcomes: Outcome[] = [];
  const followed: boolean[] = [];
  for (let seed = firstSeed; seed < firstSeed + trials; seed++) {
    const outcome = outcomeOf(await measure(...simulation(difference, noise, seed)), 'wall');
    outcomes.push(outcome);
    const advised = outcome.moreRuns ?? Number.POSITIVE_INFINITY;
    if (outcome.verdict !== 'inconclusive' || advised > mostAdvice.runs) continue;
    if (followed.length >= mostAdvice.trials) continue;
    followed.push(await isAdviceRight(outcome, difference, noise, seed));
  }
  const right = followed.filter(Boolean).length;
  const advice = followed.length === 0 ? '' : `${right} of ${followed.length}`;
  return row(`${percent(difference)}, ${percent(noise)}`, outcomes, [advice]);
}

const runMs = 50;
const source = 'int main(int c,char**v){unsigned long n=0;for(char*p=v[1];*p;p++)n=n*10+*p-48;';

/** A program that counts as far as it is told, and how far takes it `runMs`. */
function buildCounter(): { readonly program: string; readonly work: number } {
  mkdirSync('.build/bench', { recursive: true });
  const program = resolve('.build/bench/spin');
  writeFileSync(`${program}.c`, `${source}for(volatile unsigned long i=0;i<n;i++);return 0;}\n`);
  execFileSync('cc', ['-O1', '-o', program, `${program}.c`]);
  const sys = loadChildSys();
  const trial = 20_000_000;
  const argv = [program, String(trial)];
  const files = { stdin: '/dev/null', stdout: '/dev/null', stderr: null };
  const cpuMs = Array.from({ length: 7 }, () => {
    const run = runTimed(sys, { argv, env: [], cwd: '/', ...files });
    return (run.userNs + run.systemNs) / 1e6;
  });
  return { program, work: Math.round((trial * runMs) / median(cpuMs)) };
}

/** The same runs, judged by the time on processors, which decided when to stop, and by the clock. */
async function realRows(difference: number, rounds: number): Promise<string[]> {
  const { program, work } = buildCounter();
  const sys = loadChildSys();
  const runner: Runner = { run: async (each) => runTimed(sys, each) };
  const commands = [work, Math.round(work * (1 + difference))].map((count) =>
    command([program, String(count)]),
  );
  const all: BenchMeasured[] = [];
  for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
    const times = { leastTimeMs: 800, mostTimeMs: 1200 };
    all.push(await measure({ ...defaultPlan, ...times, commands, seed, metric: 'cpu' }, runner));
  }
  return (['cpu', 'wall'] as const).map((metric) =>
    row(
      `${percent(difference)}, real, by ${metric}`,
      all.map((measured) => outcomeOf(measured, metric)),
    ),
  );
}

/** The made-up part uses all processors, the real one has them to itself. */
async function simulateAll(): Promise<string[]> {
  const rows = noises.flatMap((noise) => differences.map((difference) => [difference, noise]));
  const results: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < rows.length) {
      // The slow ones, which are noisy, first.
      const at = rows.length - 1 - next++;
      const worker = new Worker(new URL(import.meta.url), {
        workerData: [...(rows[at] ?? []), trials],
      });
      const [line] = (await once(worker, 'message')) as [string];
      results[at] = line;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

async function main(): Promise<void> {
  if (trials > 0) {
    console.log(`${trials} simulated benchmarks of each kind:\n`);
    console.log(heading('advice right'));
    for (const line of await simulateAll()) console.log(line);
  }
  if (rounds === 0) return;
  const model = cpus()[0]?.model ?? '';
  const load = loadavg()[0]?.toFixed(1) ?? '';
  console.log(
    `\n${rounds} real benchmarks of each kind, of a program that counts for ${runMs} ms and that much further, ` +
      `on ${model.trim()}, ${cpus().length} processors, Linux ${release()}, load ${load} before:\n`,
  );
  console.log(heading());
  for (const difference of differences) {
    for (const line of await realRows(difference, rounds)) console.log(line);
  }
}

const trials = Number(values.trials);
const rounds = Number(values.real);
if (isMainThread) await main();
else {
  const [difference = 0, noise = 0, asked = 0] = workerData as readonly number[];
  parentPort?.postMessage(await simulatedRow(difference, noise, asked));
}
