import { startWorker } from './start-worker.ts';

/** Where the worker waits for the page, whose own script is much longer. */
const place = Symbol.for('plateau.worker');

type Holder = { [place]?: Worker };

/** Starts the worker before the page's script is there, so that both are made ready at once. */
export function startEarly(): void {
  (globalThis as Holder)[place] = startWorker();
}

/** The worker that was started early, else a new one. */
export function takeWorker(): Worker {
  const holder = globalThis as Holder;
  const worker = holder[place] ?? startWorker();
  delete holder[place];
  return worker;
}
