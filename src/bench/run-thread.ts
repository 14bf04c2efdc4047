import { once } from 'node:events';
import { extname } from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import type { TimedRun } from '../base/timed-run.ts';
import { ToolError, type ToolErrorCode } from '../base/tool-error.ts';
import type { CountedEvent } from '../platform/perf-events/stat-counters.ts';
import type { ChildProgram } from '../platform/sys/child.ts';
import type { RunLimits } from './command-runs.ts';

export interface RunJob {
  readonly program: ChildProgram;
  /** Time it, or measure its memory alone. */
  readonly what: 'time' | 'memory';
}

export interface RunFailure {
  readonly failure: {
    readonly code: ToolErrorCode;
    readonly message: string;
    readonly hint: string;
  };
}

export type RunAnswer = { readonly run: TimedRun } | { readonly maxRssBytes: number } | RunFailure;

/** What the thread needs to begin. */
export interface RunThreadData {
  readonly running: SharedArrayBuffer;
  readonly events: readonly CountedEvent[];
}

/** What it says then: which of the events count here. */
export type RunStart = { readonly counters: readonly string[] } | RunFailure;

/**
 * Runs programs on a thread of their own. `stop` ends what runs, with everything in its process
 * group.
 */
export class RunThread {
  readonly #worker: Worker;
  /** Its first message, when everything is loaded: a timeout must not count that. */
  readonly #ready: Promise<RunStart>;
  readonly #running = new SharedArrayBuffer(4);

  /** With events that every run counts. */
  constructor(events: readonly CountedEvent[] = []) {
    const workerData: RunThreadData = { running: this.#running, events };
    this.#worker = new Worker(runProgram(), { workerData });
    this.#ready = once(this.#worker, 'message').then(([start]) => start as RunStart);
    // Told to whoever asks first.
    this.#ready.catch(() => undefined);
  }

  /** Names of the events that count on this machine. */
  async counters(): Promise<readonly string[]> {
    const start = await this.#ready;
    if ('failure' in start) throw failureError(start);
    return start.counters;
  }

  async run(program: ChildProgram, limits: RunLimits = {}): Promise<TimedRun> {
    const answer = await this.#ask({ program, what: 'time' }, limits);
    if ('run' in answer) return answer.run;
    throw new ToolError('target-failed', `${program.argv[0]}: it was not timed`);
  }

  async memory(program: ChildProgram, limits: RunLimits = {}): Promise<number> {
    const answer = await this.#ask({ program, what: 'memory' }, limits);
    return 'maxRssBytes' in answer ? answer.maxRssBytes : 0;
  }

  async #ask(job: RunJob, { timeoutMs, stop }: RunLimits): Promise<RunAnswer> {
    await this.counters();
    stop?.throwIfAborted();
    let isEnded = false;
    const end = (): void => {
      isEnded = this.stop('SIGKILL');
      // Not started yet on a busy machine.
      if (!isEnded) timer = setTimeout(end, startMs);
    };
    let timer = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs);
    stop?.addEventListener('abort', end);
    this.#worker.postMessage(job);
    const [answer] = (await once(this.#worker, 'message')) as [RunAnswer];
    stop?.removeEventListener('abort', end);
    clearTimeout(timer);
    stop?.throwIfAborted();
    if (isEnded) throw timeoutError(job.program, timeoutMs ?? 0);
    if (!('failure' in answer)) return answer;
    throw failureError(answer);
  }

  /** Whether something ran that the signal was sent to. */
  stop(signal: NodeJS.Signals): boolean {
    const pid = Atomics.load(new Int32Array(this.#running), 0);
    if (pid <= 0) return false;
    try {
      return process.kill(-pid, signal);
    } catch {
      // It ended by itself in between.
      return false;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop('SIGKILL');
    await this.#worker.terminate();
  }
}

const startMs = 5;

function failureError({ failure: { code, message, hint } }: RunFailure): ToolError {
  return new ToolError(code, message, { hint });
}

function timeoutError({ argv }: ChildProgram, timeoutMs: number): ToolError {
  const message = `${argv.join(' ')} ran longer than ${timeoutMs / 1000} s and was ended`;
  return new ToolError('target-failed', message, {
    hint: 'a longer --timeout, or a smaller input',
  });
}

function runProgram(): URL {
  return new URL(`./run-worker${extname(import.meta.url)}`, import.meta.url);
}
