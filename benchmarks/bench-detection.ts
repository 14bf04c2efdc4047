// How often `plateau bench` finds a difference that is there, and how often it reports one that is not.
//   node scripts/run-typescript.mjs benchmarks/bench-detection.ts [--trials N] [--real N]
// The simulation runs the whole procedure (rounds, looks, stopping) on made-up times with the noise of
// real ones; seeded, so it gives the same table everywhere. `--real N` runs a program N times that does 0, 2
// and 5 % more work; those figures are of the machine and the moment.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { summarizeBench, type Verdict, verdicts } from '../src/analysis/index.ts';
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

const differences = [0, 0.02, 0.05];
const noises = [0.01, 0.03];
const surroundings = { env: process.env, cwd: '/' };
const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '200' },
    real: { type: 'string', default: '0' },
  },
});

function command(argv: readonly string[]): BenchCommand {
  const steps = { prepare: null, setup: null, cleanup: null };
  return { name: argv.join(' '), argv, parameters: {}, ...steps };
}

interface Outcome {
  readonly verdict: Verdict;
  readonly runs: number;
}

async function simulate(difference: number, noise: number, seed: number): Promise<Outcome> {
  const commands = [command(['a']), command(['b'])];
  const runner = simulatedRunner({ a: 30, b: 30 * (1 + difference) }, noise, seed);
  return outcomeOf({ ...defaultPlan, commands, seed, mostTimeMs: 6000 }, runner);
}

async function outcomeOf(plan: BenchPlan, runner: Runner): Promise<Outcome> {
  const measured = await runBenchmark({ ...plan, memory: false }, runner, surroundings);
  const [, after] = summarizeBench(measured).series;
  return { verdict: after?.comparison?.verdict ?? 'inconclusive', runs: after?.runs ?? 0 };
}

function row(name: string, outcomes: readonly Outcome[]): string {
  const shares = verdicts.map((verdict) => {
    const count = outcomes.filter((each) => each.verdict === verdict).length;
    return `${((100 * count) / outcomes.length).toFixed(1)} %`;
  });
  const runs = outcomes.map((each) => each.runs).toSorted((a, b) => a - b);
  return `| ${name} | ${shares.join(' | ')} | ${runs[runs.length >> 1]} |`;
}

console.log(`| difference, noise | ${verdicts.join(' | ')} | runs, median |`);
console.log('|---|---|---|---|---|---|');
const trials = Number(values.trials);
for (const noise of noises) {
  for (const difference of differences) {
    const outcomes: Outcome[] = [];
    for (let trial = 1; trial <= trials; trial++) {
      outcomes.push(await simulate(difference, noise, trial));
    }
    console.log(row(`${(100 * difference).toFixed(0)} %, ${(100 * noise).toFixed(0)} %`, outcomes));
  }
}

const rounds = Number(values.real);
if (rounds > 0) {
  mkdirSync('.build/bench', { recursive: true });
  const program = resolve('.build/bench/spin');
  const source = 'int main(int c,char**v){unsigned long n=0;for(char*p=v[1];*p;p++)n=n*10+*p-48;';
  writeFileSync(`${program}.c`, `${source}for(volatile unsigned long i=0;i<n;i++);return 0;}\n`);
  execFileSync('cc', ['-O1', '-o', program, `${program}.c`]);
  const sys = loadChildSys();
  const work = 10_000_000;
  for (const difference of differences) {
    const commands = [work, Math.round(work * (1 + difference))].map((count) =>
      command([program, String(count)]),
    );
    const outcomes: Outcome[] = [];
    for (let seed = 1; seed <= rounds; seed++) {
      const plan = { ...defaultPlan, commands, seed, leastTimeMs: 400, mostTimeMs: 1200 };
      outcomes.push(await outcomeOf(plan, { run: async (each) => runTimed(sys, each) }));
    }
    console.log(row(`${(100 * difference).toFixed(0)} %, real`, outcomes));
  }
}
