import { Int32Builder } from '../base/growable-column.ts';
import { PairIndex } from '../base/tuple-index.ts';
import type { TimedSamples } from './timed-samples.ts';

/** Call paths by what they are shown as: stacks that differ only inside their functions are one node. */
export interface CallNodes {
  /** Per stack. */
  readonly ofStack: Int32Array;
  readonly parent: Int32Array;
  readonly key: Int32Array;
  /** 0 = outermost. */
  readonly depth: Int32Array;
  /** Whether the function was inlined into its caller. */
  readonly inlined: Uint8Array;
}

export function callNodes({ profile, keyed }: TimedSamples): CallNodes {
  const { stacks, frames } = profile;
  const index = new PairIndex();
  const parent = new Int32Builder(1024);
  const key = new Int32Builder(1024);
  const depth = new Int32Builder(1024);
  const inlined = new Int32Builder(1024);
  const ofStack = new Int32Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const up = stacks.parent[stack] as number;
    const caller = up < 0 ? -1 : (ofStack[up] as number);
    const frame = stacks.frame[stack] as number;
    const called = keyed.keyOfFrame[frame] as number;
    const known = index.findOrAdd(caller, called, parent.length);
    ofStack[stack] = known >= 0 ? known : parent.push(caller);
    if (known >= 0) continue;
    key.push(called);
    depth.push(caller < 0 ? 0 : depth.at(caller) + 1);
    inlined.push((frames.inlineDepth[frame] as number) > 0 ? 1 : 0);
  }
  return {
    ofStack,
    parent: parent.finish(),
    key: key.finish(),
    depth: depth.finish(),
    inlined: Uint8Array.from(inlined.view()),
  };
}
