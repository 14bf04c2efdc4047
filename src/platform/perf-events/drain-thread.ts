import { writeSync } from 'node:fs';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Sys } from '../sys/sys.ts';
import type { Drained, DrainJob } from './drain.ts';
import { type Drainer, highestPriority } from './drainer.ts';

/** The main thread's end of the thread that empties rings. */
export class DrainThread implements Drainer {
  readonly #sys: Sys;
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  readonly #ended: Promise<Drained>;
  readonly #stop = new SharedArrayBuffer(4);
  readonly #wakeFd: number;

  /** Starts at once: the thread needs some 50 ms until it is ready. */
  constructor(sys: Sys, program: URL = drainProgram()) {
    this.#sys = sys;
    this.#wakeFd = sys.eventfd();
    this.#worker = new Worker(program, { workerData: { niceness: highestPriority } });
    const worker = this.#worker;
    this.#ready = new Promise((resolve, reject) => {
      worker.once('message', () => resolve());
      rejectWhenOver(worker, reject);
    });
    this.#ended = new Promise((resolve, reject) => {
      worker.on('message', (message: 'ready' | Drained) => {
        if (message !== 'ready') resolve(message);
      });
      rejectWhenOver(worker, reject);
    });
    // Whoever waits hears of a failure; nobody waiting is no failure.
    this.#ready.catch(() => undefined);
    this.#ended.catch(() => undefined);
  }

  ready(): Promise<void> {
    return this.#ready;
  }

  begin(job: Omit<DrainJob, 'stop' | 'wakeFd'>): void {
    const whole: DrainJob = { ...job, stop: this.#stop, wakeFd: this.#wakeFd };
    this.#worker.postMessage(whole, []);
  }

  requestStop(): void {
    Atomics.store(new Int32Array(this.#stop), 0, 1);
    writeSync(this.#wakeFd, new BigUint64Array([1n]));
  }

  ended(): Promise<Drained> {
    return this.#ended;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
    this.#sys.close(this.#wakeFd);
  }
}

/** Beside this module, compiled or bundled alike. */
function drainProgram(): URL {
  return new URL(`./drain-worker${extname(import.meta.url)}`, import.meta.url);
}

/** After an answer this changes nothing: a promise is settled once. */
function rejectWhenOver(worker: Worker, reject: (error: Error) => void): void {
  worker.once('error', reject);
  worker.once('exit', (status) => {
    reject(new Error(`the thread that records ended early, with status ${status}`));
  });
}
