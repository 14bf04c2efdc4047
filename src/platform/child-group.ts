import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import process from 'node:process';
import { fileError } from './file-errors.ts';
import { spawnError } from './start-error.ts';

export interface GroupProgram {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** File for standard input; absent = nothing to read. */
  readonly stdin?: string;
  /** File for standard output; absent = kept in memory, see `ChildEnd.stdout`. */
  readonly stdout?: string;
  /** Stopped before its first instruction, until `RunningChild.proceed`. */
  readonly isPaused?: boolean;
  /** Pass on what it says on standard error, beside keeping the end of it. */
  readonly onStderr?: (text: string) => void;
}

export interface ChildEnd {
  /** What a shell would say: the exit code, or 128 + the number of the signal. */
  readonly status: number;
  readonly stdout: Buffer;
  /** The end of standard error. */
  readonly stderr: string;
  readonly wallMs: number;
  /** Ended because it took too long or was asked to stop. */
  readonly isStopped: boolean;
}

export interface RunningChild {
  readonly pid: number;
  readonly ended: Promise<ChildEnd>;
  /** Of a program that was started paused: lets it run. */
  proceed(): Promise<void>;
  /** Asks politely, waits, and then kills its whole process group. */
  stop(signal: NodeJS.Signals, graceMs: number): Promise<ChildEnd>;
}

const keptStderr = 8192;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Programs that must not outlive Plateau: each leads a process group of its own, and whatever ends the
 * group (a failure, an interrupt, the end of the process) kills all of them with their children.
 */
export class ChildGroup implements Disposable {
  readonly #running = new Map<number, ChildProcess>();
  readonly #others = new Set<() => void>();
  readonly #onInterrupt: (signal: NodeJS.Signals) => void;
  readonly #onExit = (): void => this.killAll();

  /** `cleanUp` runs after an interrupt, before the process ends. */
  constructor(cleanUp: () => void = () => undefined) {
    this.#onInterrupt = (signal) => {
      this.killAll();
      cleanUp();
      process.exit(128 + constants.signals[signal]);
    };
    for (const signal of signals) process.on(signal, this.#onInterrupt);
    process.on('exit', this.#onExit);
  }

  start(program: GroupProgram): RunningChild {
    const startedMs = performance.now();
    const child = launch(program);
    const { pid } = child;
    if (pid !== undefined) this.#running.set(pid, child);
    const note = { isStopped: false };
    const ended = this.#watch(child, program, startedMs, note);
    // Whoever stops it waits for the end; nobody else needs to.
    ended.catch(() => undefined);
    const stop = async (signal: NodeJS.Signals, graceMs: number): Promise<ChildEnd> => {
      note.isStopped = true;
      killGroup(pid, signal);
      const timer = setTimeout(() => killGroup(pid, 'SIGKILL'), graceMs);
      try {
        return await ended;
      } finally {
        clearTimeout(timer);
      }
    };
    return { pid: pid ?? -1, ended, stop, proceed: () => resume(pid) };
  }

  /** Runs to the end, or until the time is over. */
  async run(program: GroupProgram, timeoutMs: number): Promise<ChildEnd> {
    const child = this.start(program);
    const timer = setTimeout(() => void child.stop('SIGKILL', 0), timeoutMs);
    try {
      return await child.ended;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Until disposed of, what kills programs started by other means is called with the others. */
  alsoKill(kill: () => void): Disposable {
    this.#others.add(kill);
    return { [Symbol.dispose]: () => void this.#others.delete(kill) };
  }

  killAll(): void {
    for (const kill of this.#others) kill();
    for (const pid of this.#running.keys()) killGroup(pid, 'SIGKILL');
  }

  [Symbol.dispose](): void {
    this.killAll();
    for (const signal of signals) process.off(signal, this.#onInterrupt);
    process.off('exit', this.#onExit);
  }

  #watch(
    child: ChildProcess,
    program: GroupProgram,
    startedMs: number,
    note: { isStopped: boolean },
  ): Promise<ChildEnd> {
    const chunks: Buffer[] = [];
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-keptStderr);
      program.onStderr?.(chunk.toString());
    });
    return new Promise((resolve, reject) => {
      child.on('error', (error) => reject(spawnError(program.argv[0] ?? '', error)));
      // What it started and left behind ends with it, and so do the pipes it holds open.
      child.on('exit', () => killGroup(child.pid, 'SIGKILL'));
      child.on('close', (code, signal) => {
        if (child.pid !== undefined) this.#running.delete(child.pid);
        const status = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
        const wallMs = performance.now() - startedMs;
        resolve({
          status,
          stdout: Buffer.concat(chunks),
          stderr,
          wallMs,
          isStopped: note.isStopped,
        });
      });
    });
  }
}

/** A shell that stops and then becomes the program: nothing of it has run when others look at it. */
const pause = ['/bin/sh', '-c', 'kill -STOP $$; exec "$0" "$@"'];

/** Waits until it has stopped: a signal to go on that comes too early would be lost. */
async function resume(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  while (stateOf(pid) !== 'T') {
    if (stateOf(pid) === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, pausePollMs));
  }
  process.kill(pid, 'SIGCONT');
}

const pausePollMs = 2;

/** The letter in /proc; undefined = it has ended. */
function stateOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const state = text.slice(text.lastIndexOf(')') + 2)[0];
    return state === 'Z' ? undefined : state;
  } catch {
    return undefined;
  }
}

function launch({ argv: asked, cwd, env, stdin, stdout, isPaused }: GroupProgram): ChildProcess {
  const argv = isPaused === true ? [...pause, ...asked] : asked;
  const files: number[] = [];
  const opened = (path: string, flags: 'r' | 'w'): number => {
    try {
      const file = openSync(path, flags);
      files.push(file);
      return file;
    } catch (error) {
      throw fileError(path, flags === 'r' ? 'read' : 'write', error);
    }
  };
  try {
    return spawn(argv[0] ?? '', argv.slice(1), {
      cwd,
      env,
      detached: true,
      stdio: [
        stdin === undefined ? 'ignore' : opened(stdin, 'r'),
        stdout === undefined ? 'pipe' : opened(stdout, 'w'),
        'pipe',
      ],
    });
  } finally {
    for (const file of files) closeSync(file);
  }
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It ended by itself in between.
  }
}
