import { describe, expect, it } from 'vitest';
import { summarizeBench } from '../analysis/index.ts';
import { seededRandom } from '../base/random.ts';
import type { TimedRun } from '../base/timed-run.ts';
import { type ChildProgram, loadChildSys } from '../platform/sys/child.ts';
import { runTimed } from '../platform/timed-run.ts';
import { type BenchCommand, type BenchPlan, defaultPlan } from './bench-plan.ts';
import type { Runner } from './command-runs.ts';
import { runBenchmark } from './run-benchmark.ts';
import { simulatedRunner } from './testing/simulated-runner.ts';

const surroundings = { env: process.env, cwd: '/' };

function command(name: string, more: Partial<BenchCommand> = {}): BenchCommand {
  return { name, argv: [name], parameters: {}, prepare: null, setup: null, cleanup: null, ...more };
}

/** Programs that take as long as the test says, with noise; remembers the order. */
class Clockwork implements Runner {
  readonly order: string[] = [];
  readonly #random = seededRandom(2);
  readonly #ms: Readonly<Record<string, number>>;
  readonly #status: number;

  constructor(ms: Readonly<Record<string, number>>, status = 0) {
    this.#ms = ms;
    this.#status = status;
  }

  async run({ argv }: ChildProgram): Promise<TimedRun> {
    const [name = ''] = argv;
    this.order.push(name);
    const wallNs = (this.#ms[name] ?? 1) * 1e6 * (1 + 0.02 * this.#random());
    const none = { systemNs: 0, maxRssBytes: 0, minorFaults: 0, majorFaults: 0 };
    const switches = { voluntarySwitches: 0, involuntarySwitches: 0 };
    return { wallNs, userNs: wallNs, ...none, ...switches, status: this.#status };
  }
}

function planOf(commands: readonly BenchCommand[], more: Partial<BenchPlan> = {}): BenchPlan {
  return { ...defaultPlan, leastTimeMs: 0, commands, ...more };
}

describe('rounds', () => {
  it('run every command once each, the first twice, in changing order', async () => {
    const runner = new Clockwork({ a: 10, b: 20 });
    await runBenchmark(planOf([command('a'), command('b')], { runs: 8 }), runner, surroundings);
    const rounds = Array.from({ length: 8 }, (_, at) => runner.order.slice(at * 3, at * 3 + 3));
    for (const round of rounds) expect([...round].sort()).toEqual(['a', 'a', 'b']);
    expect(new Set(rounds.map((round) => round.join(''))).size).toBeGreaterThan(1);
  });

  it('go on until there is a verdict', async () => {
    const commands = [command('a'), command('b')];
    const quick = new Clockwork({ a: 10, b: 20 });
    const measured = await runBenchmark(planOf(commands), quick, surroundings);
    expect(measured.series[0]?.runs).toHaveLength(10);
    expect(summarizeBench(measured).series[1]?.comparison?.verdict).toBe('slower');
  });

  it('that are complete are kept when it is stopped, and what was set up is cleaned up', async () => {
    const stop = new AbortController();
    const runner = new Clockwork({ a: 10, b: 20 });
    const commands = [command('a', { cleanup: ['clean'] }), command('b')];
    let runs = 0;
    const onProgress = (): void => {
      runs++;
      if (runs === 7) stop.abort();
    };
    const watch = { onProgress, stop: stop.signal };
    const measured = await runBenchmark(planOf(commands), runner, surroundings, watch);
    expect(measured.series.map((each) => each.runs.length)).toEqual([2, 2]);
    expect(measured.again?.runs).toHaveLength(2);
    expect(runner.order).toHaveLength(8);
    expect(runner.order.at(-1)).toBe('clean');
  });

  it('stop at the limit where nothing decides', async () => {
    const commands = [command('a'), command('b')];
    const alike = new Clockwork({ a: 10, b: 10.05 });
    const plan = planOf(commands, { mostRuns: 20, margin: 0.0001 });
    const measured = await runBenchmark(plan, alike, surroundings);
    expect(measured.series[0]?.runs.length).toBeLessThanOrEqual(20);
    const [, second] = summarizeBench(measured).series;
    expect(second?.comparison?.verdict).toBe('inconclusive');
  });

  it('prepare each run, set up and clean up once, also when a command fails', async () => {
    const steps = { prepare: ['p'], conclude: ['e'], setup: ['s'], cleanup: ['c'] };
    const runner = new Clockwork({});
    await runBenchmark(planOf([command('a', steps)], { runs: 2, warmup: 1 }), runner, surroundings);
    expect(runner.order.join('')).toBe('spaepaepaec');
    const failing = new Clockwork({}, 3);
    const plan = planOf([command('a', { cleanup: ['c'] })], { runs: 2 });
    await expect(runBenchmark(plan, failing, surroundings)).rejects.toThrow();
    expect(failing.order.at(-1)).toBe('c');
  });

  it('take the statuses that are ignored, and no others', async () => {
    const plan = planOf([command('a')], { runs: 1, ignoreFailure: [1, 3] });
    expect((await runBenchmark(plan, new Clockwork({}, 3), surroundings)).series).toHaveLength(1);
    await expect(runBenchmark(plan, new Clockwork({}, 2), surroundings)).rejects.toThrow();
  });
});

describe('the same command twice', () => {
  it('is never told apart in 20 benchmarks', async () => {
    const verdicts: string[] = [];
    for (let seed = 1; seed <= 20; seed++) {
      const runner = simulatedRunner({ a: 30, b: 30 }, 0.02, seed);
      const plan = planOf([command('a'), command('b')], { seed, mostRuns: 40 });
      const measured = await runBenchmark(plan, runner, surroundings);
      verdicts.push(summarizeBench(measured).series[1]?.comparison?.verdict ?? '');
    }
    expect(verdicts).toHaveLength(20);
    for (const verdict of verdicts) expect(verdict).toMatch(/^(no difference|inconclusive)$/);
  });

  it('is, when one does 5 % more', async () => {
    const runner = simulatedRunner({ a: 30, b: 31.5 }, 0.02, 3);
    const plan = planOf([command('a'), command('b')], { mostRuns: 200 });
    const measured = await runBenchmark(plan, runner, surroundings);
    expect(summarizeBench(measured).series[1]?.comparison?.verdict).toBe('slower');
  });
});

describe('real programs', () => {
  const sys = loadChildSys();
  const runner: Runner = { run: async (program) => runTimed(sys, program) };

  it('are told apart', async () => {
    const sleeps = ['0.01', '0.2'].map((time) => command(time, { argv: ['sleep', time] }));
    const plan = planOf(sleeps, { runs: 8 });
    const summary = summarizeBench(await runBenchmark(plan, runner, surroundings));
    expect(summary.series[1]?.comparison?.verdict).toBe('slower');
    expect(summary.series[1]?.comparison?.ratio).toBeGreaterThan(1.2);
    expect(summary.series[0]?.median).toBeGreaterThan(10e6);
  });

  it('that print different things are not compared when that is asked for', async () => {
    const echo = ['a', 'b'].map((word) => command(word, { argv: ['echo', word] }));
    const plan = planOf(echo, { runs: 1, sameOutput: true });
    await expect(runBenchmark(plan, runner, surroundings)).rejects.toThrow(/b prints other than a/);
    const same = planOf([...echo.slice(0, 1), ...echo.slice(0, 1)], { runs: 1, sameOutput: true });
    expect((await runBenchmark(same, runner, surroundings)).series).toHaveLength(2);
  });

  it('that do not exist are named', async () => {
    const plan = planOf([command('./no-such-program')]);
    await expect(runBenchmark(plan, runner, surroundings)).rejects.toThrow(/no such program/);
  });
});
