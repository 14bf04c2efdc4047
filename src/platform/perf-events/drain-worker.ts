import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { loadSys } from '../sys/sys.ts';
import { Drain, type DrainJob } from './drain.ts';

// The thread that empties rings. Parsing, drawing and garbage of the main thread never delay it.
const sys = loadSys();
const { niceness } = workerData as { readonly niceness: number };
try {
  // Of this thread alone: rings overflow when it waits for a processor that the target keeps busy.
  setPriority(0, niceness);
} catch {
  // Without the right it stays as it is; the smaller watermark makes up for it.
}
parentPort?.once('message', (job: DrainJob) => {
  parentPort?.postMessage(new Drain(sys, job).run(), []);
});
parentPort?.postMessage('ready', []);
