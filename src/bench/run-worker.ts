import { parentPort, workerData } from 'node:worker_threads';
import { ToolError } from '../base/tool-error.ts';
import { loadChildSys } from '../platform/sys/child.ts';
import { measureMemory, runTimed } from '../platform/timed-run.ts';
import type { RunAnswer, RunJob } from './run-thread.ts';

// The thread of `RunThread`: runs what it is sent, one program after another.
const sys = loadChildSys();
const running = new Int32Array((workerData as { running: SharedArrayBuffer }).running);

parentPort?.postMessage('ready');
parentPort?.on('message', (job: RunJob) => parentPort?.postMessage(answer(job)));

function onStart(pid: number): void {
  Atomics.store(running, 0, pid);
}

function answer({ program, what }: RunJob): RunAnswer {
  try {
    if (what === 'memory') return { maxRssBytes: measureMemory(sys, program, onStart) };
    return { run: runTimed(sys, program, onStart) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { failure: { code: error.code, message: error.message, hint: error.hint ?? '' } };
  } finally {
    Atomics.store(running, 0, 0);
  }
}
