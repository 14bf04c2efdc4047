import { parentPort, workerData } from 'node:worker_threads';
import { ToolError } from '../base/tool-error.ts';
import { RunCounters } from '../platform/perf-events/run-counters.ts';
import { loadChildSys } from '../platform/sys/child.ts';
import { loadSys } from '../platform/sys/sys.ts';
import { measureMemory, runTimed } from '../platform/timed-run.ts';
import type { RunAnswer, RunFailure, RunJob, RunStart, RunThreadData } from './run-thread.ts';

// The thread of `RunThread`: runs what it is sent, one program after another.
const sys = loadChildSys();
const { running: runningWord, events } = workerData as RunThreadData;
const running = new Int32Array(runningWord);
let counters: RunCounters | undefined;

parentPort?.postMessage(start());
parentPort?.on('message', (job: RunJob) => parentPort?.postMessage(answer(job)));

function start(): RunStart {
  try {
    // Of this thread, so that its children inherit them.
    if (events.length > 0) counters = new RunCounters(loadSys(), events);
    return { counters: counters?.names ?? [] };
  } catch (error) {
    return failureOf(error);
  }
}

function onStart(pid: number): void {
  Atomics.store(running, 0, pid);
}

function answer({ program, what }: RunJob): RunAnswer {
  try {
    if (what === 'memory') return { maxRssBytes: measureMemory(sys, program, onStart) };
    return { run: runTimed(sys, program, { onStart, ...(counters && { counters }) }) };
  } catch (error) {
    return failureOf(error);
  } finally {
    Atomics.store(running, 0, 0);
  }
}

function failureOf(error: unknown): RunFailure {
  if (!(error instanceof ToolError)) throw error;
  return { failure: { code: error.code, message: error.message, hint: error.hint ?? '' } };
}
