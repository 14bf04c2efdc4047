import type { TimedRun } from '../base/timed-run.ts';
import { ToolError } from '../base/tool-error.ts';
import type { ChildProgram } from '../platform/sys/child.ts';
import type { BenchCommand, BenchPlan } from './bench-plan.ts';

/** What ends a program that still runs. */
export interface RunLimits {
  readonly timeoutMs?: number;
  /** Aborted: the program is ended, and the promise rejected with the signal's reason. */
  readonly stop?: AbortSignal;
}

/** Runs one program after another. */
export interface Runner {
  run(program: ChildProgram, limits?: RunLimits): Promise<TimedRun>;
  /** Runs it untimed and gives its largest resident set; 0 = unknown. */
  memory?(program: ChildProgram, limits?: RunLimits): Promise<number>;
}

export interface BenchSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Runs of a plan's commands, with the steps before and after each. */
export class CommandRuns {
  readonly #plan: BenchPlan;
  readonly #runner: Runner;
  readonly #surroundings: BenchSurroundings;
  readonly #stop: AbortSignal | undefined;

  constructor(
    plan: BenchPlan,
    runner: Runner,
    surroundings: BenchSurroundings,
    stop: AbortSignal | undefined,
  ) {
    this.#plan = plan;
    this.#runner = runner;
    this.#surroundings = surroundings;
    this.#stop = stop;
  }

  async setup(): Promise<void> {
    for (const { setup } of this.#plan.commands) await this.#step(setup, '--setup');
  }

  /** Whatever was set up is cleaned up, also after a stop. */
  async cleanup(): Promise<void> {
    for (const { cleanup } of this.#plan.commands) {
      await runStep(this.#runner, this.#surroundings, cleanup, '--cleanup');
    }
  }

  timed(command: BenchCommand, output: string | null = this.#plan.output): Promise<TimedRun> {
    return this.#between(command, async () => {
      const run = await this.#runner.run(this.#program(command, output), this.#limits());
      this.#stop?.throwIfAborted();
      if (run.status === 0 || isIgnored(this.#plan, run.status)) return run;
      throw new ToolError('target-failed', `${command.name} ended with status ${run.status}`, {
        hint: 'run it by itself to see why; --ignore-failure times it all the same',
      });
    });
  }

  /** The largest resident set of an untimed run; 0 = unknown. */
  memory(command: BenchCommand): Promise<number> {
    const program = this.#program(command, this.#plan.output);
    return this.#between(
      command,
      async () => (await this.#runner.memory?.(program, this.#limits())) ?? 0,
    );
  }

  async #between<Result>(command: BenchCommand, run: () => Promise<Result>): Promise<Result> {
    await this.#step(command.prepare, '--prepare');
    const result = await run();
    await this.#step(command.conclude ?? null, '--conclude');
    return result;
  }

  async #step(argv: readonly string[] | null, what: string): Promise<void> {
    this.#stop?.throwIfAborted();
    await runStep(this.#runner, this.#surroundings, argv, what, this.#stop);
  }

  #limits(): RunLimits {
    const { timeoutMs } = this.#plan;
    return {
      ...(timeoutMs !== null && { timeoutMs }),
      ...(this.#stop !== undefined && { stop: this.#stop }),
    };
  }

  #program(command: BenchCommand, output: string | null): ChildProgram {
    const stderr = output === null ? null : '/dev/null';
    const { input } = this.#plan;
    const program = programOf(command.argv, this.#surroundings);
    return { ...program, stdin: input, stdout: output, stderr };
  }
}

/** Whether a command may end so. */
export function isIgnored({ ignoreFailure }: BenchPlan, status: number): boolean {
  return typeof ignoreFailure === 'boolean' ? ignoreFailure : ignoreFailure.includes(status);
}

/** A step around the runs, such as `--prepare`: it must succeed. */
export async function runStep(
  runner: Runner,
  surroundings: BenchSurroundings,
  argv: readonly string[] | null,
  what: string,
  stop?: AbortSignal,
): Promise<void> {
  if (argv === null) return;
  const limits = stop === undefined ? {} : { stop };
  const { status } = await runner.run(programOf(argv, surroundings), limits);
  if (status !== 0) {
    throw new ToolError('target-failed', `the command of ${what} ended with status ${status}`, {
      hint: `run it by itself to see why: ${argv.at(-1) ?? ''}`,
    });
  }
}

function programOf(argv: readonly string[], { env, cwd }: BenchSurroundings): ChildProgram {
  const variables = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return { argv, env: variables, cwd, stdin: '/dev/null', stdout: '/dev/null', stderr: null };
}
