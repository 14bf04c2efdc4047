import { Int32Builder } from '../base/growable-column.ts';
import { PairIndex } from '../base/tuple-index.ts';
import type { Profile } from '../profile/index.ts';

/**
 * The distinct stacks of each process. A sample belongs to one slot for good, so whatever part of a
 * profile is asked for, its sums are an array over slots, and what follows costs slots and not samples.
 */
export interface SampleSlots {
  readonly length: number;
  /** Per slot; -1 = no stack. */
  readonly stack: Int32Array;
  /** Per slot the first thread of its process; -1 = unknown. */
  readonly thread: Int32Array;
  /** Per sample. */
  readonly ofSample: Int32Array;
}

/** A table of one entry per process and stack is quicker than hashing, up to this size. */
const mostEntries = 1 << 24;

export function sampleSlots(profile: Profile): SampleSlots {
  const process = processOfThread(profile);
  const entries = (process.count + 1) * (profile.stacks.length + 1);
  const found = new SlotRows(process.firstThread);
  if (entries <= mostEntries) fillByTable(profile, process, found, entries);
  else fillByHash(profile, process, found);
  return found.finish();
}

class SlotRows {
  readonly stack: Int32Builder = new Int32Builder(1024);
  readonly #thread = new Int32Builder(1024);
  readonly #firstThread: Int32Array;
  ofSample: Int32Array = new Int32Array(0);

  constructor(firstThread: Int32Array) {
    this.#firstThread = firstThread;
  }

  add(process: number, stack: number): number {
    this.#thread.push(process < 0 ? -1 : (this.#firstThread[process] as number));
    return this.stack.push(stack);
  }

  finish(): SampleSlots {
    const { ofSample } = this;
    const stack = this.stack.finish();
    return { length: stack.length, stack, thread: this.#thread.finish(), ofSample };
  }
}

/** Hot loop over all samples: indexes directly. */
function fillByTable(profile: Profile, of: Processes, found: SlotRows, entries: number): void {
  const { length, stack, thread } = profile.samples;
  const width = profile.stacks.length + 1;
  // Where the entries of a thread's process begin; of no thread first.
  const start = new Int32Array(of.process.length + 1).fill(1);
  of.process.forEach((process, task) => {
    start[task + 1] = (process + 1) * width + 1;
  });
  const slots = new Int32Array(entries);
  const ofSample = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    const task = thread === null ? 0 : (thread[row] as number) + 1;
    const entry = (start[task] as number) + (stack[row] as number);
    let slot = (slots[entry] as number) - 1;
    if (slot < 0) {
      const process = task === 0 ? -1 : (of.process[task - 1] as number);
      slot = found.add(process, stack[row] as number);
      slots[entry] = slot + 1;
    }
    ofSample[row] = slot;
  }
  found.ofSample = ofSample;
}

function fillByHash(profile: Profile, of: Processes, found: SlotRows): void {
  const { length, stack, thread } = profile.samples;
  const index = new PairIndex();
  const ofSample = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    const task = thread === null ? -1 : (thread[row] as number);
    const process = task < 0 ? -1 : (of.process[task] as number);
    const at = stack[row] as number;
    const known = index.findOrAdd(process, at, found.stack.length);
    ofSample[row] = known >= 0 ? known : found.add(process, at);
  }
  found.ofSample = ofSample;
}

interface Processes {
  readonly count: number;
  /** Per thread. */
  readonly process: Int32Array;
  /** Per process. */
  readonly firstThread: Int32Array;
}

/** Call trees tell processes apart, not threads. */
function processOfThread({ threads }: Profile): Processes {
  const known = new Map<string, number>();
  const firstThread: number[] = [];
  const process = Int32Array.from({ length: threads.length }, (_, thread) => {
    const id = `${threads.pid[thread]} ${threads.processName[thread]}`;
    const own = known.get(id) ?? firstThread.push(thread) - 1;
    known.set(id, own);
    return own;
  });
  return { count: firstThread.length, process, firstThread: Int32Array.from(firstThread) };
}
