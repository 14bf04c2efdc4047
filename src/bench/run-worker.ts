import { parentPort, workerData } from 'node:worker_threads';
import { ToolError } from '../base/tool-error.ts';
import { loadChildSys } from '../platform/sys/child.ts';
import { runTimed } from '../platform/timed-run.ts';
import type { RunAnswer, RunJob } from './run-thread.ts';

// The thread of `RunThread`: runs what it is sent, one program after another.
const sys = loadChildSys();
const running = new Int32Array((workerData as { running: SharedArrayBuffer }).running);

parentPort?.on('message', (job: RunJob) => parentPort?.postMessage(answer(job)));

function answer({ program }: RunJob): RunAnswer {
  try {
    return { run: runTimed(sys, program, (pid) => Atomics.store(running, 0, pid)) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { failure: { code: error.code, message: error.message, hint: error.hint ?? '' } };
  } finally {
    Atomics.store(running, 0, 0);
  }
}
