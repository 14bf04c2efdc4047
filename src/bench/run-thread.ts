import { once } from 'node:events';
import { extname } from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import type { TimedRun } from '../base/timed-run.ts';
import { ToolError, type ToolErrorCode } from '../base/tool-error.ts';
import type { ChildProgram } from '../platform/sys/child.ts';

export interface RunJob {
  readonly program: ChildProgram;
}

export type RunAnswer =
  | { readonly run: TimedRun }
  | {
      readonly failure: {
        readonly code: ToolErrorCode;
        readonly message: string;
        readonly hint: string;
      };
    };

/**
 * Runs programs on a thread of their own. `stop` ends what runs, with everything in its process
 * group.
 */
export class RunThread {
  readonly #worker: Worker;
  readonly #running = new SharedArrayBuffer(4);

  constructor(program: URL = runProgram()) {
    this.#worker = new Worker(program, { workerData: { running: this.#running } });
  }

  async run(program: ChildProgram): Promise<TimedRun> {
    this.#worker.postMessage({ program } satisfies RunJob);
    const [answer] = (await once(this.#worker, 'message')) as [RunAnswer];
    if ('run' in answer) return answer.run;
    const { code, message, hint } = answer.failure;
    throw new ToolError(code, message, { hint });
  }

  stop(signal: NodeJS.Signals): void {
    const pid = Atomics.load(new Int32Array(this.#running), 0);
    if (pid <= 0) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // It ended by itself in between.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop('SIGKILL');
    await this.#worker.terminate();
  }
}

function runProgram(): URL {
  return new URL(`./run-worker${extname(import.meta.url)}`, import.meta.url);
}
