import {
  type FrameIndex,
  frameKind,
  frameName,
  moduleName,
  type Profile,
} from '../../profile/index.ts';
import type { Query } from '../query.ts';
import type { Scope } from '../scope.ts';
import {
  findWait,
  isWaitValue,
  type ThreadWaits,
  type WaitKind,
  waitKinds,
} from '../thread-waits.ts';

export interface WaitRequest {
  /** Its range plays no part; without threads all of them count. */
  readonly scope: Scope;
  readonly timeNs: number;
}

/** What threads waited for at a time. */
export interface WaitAnswer {
  /** Of the longest of these waits: the first function outside of the kernel. */
  readonly name: string;
  readonly module: string;
  readonly kind: WaitKind;
  readonly startNs: number;
  readonly endNs: number;
  /** How many threads waited then. */
  readonly threads: number;
  /** Whether the scope's value is time that threads did not run. */
  readonly isWaitValue: boolean;
}

/** Null where no thread is known to have waited. */
export const answerWait: Query<WaitRequest, WaitAnswer | null> = (
  exploration,
  { scope, timeNs },
) => {
  const { profile } = exploration.file(scope.file);
  const waits = exploration.time.waits(scope.file);
  const chosen = scope.threads.length > 0 ? scope.threads : [...waits.keys()];
  let threads = 0;
  let longest: { readonly of: ThreadWaits; readonly at: number; readonly ns: number } | null = null;
  for (const thread of chosen) {
    const of = waits.get(thread);
    const at = of === undefined ? -1 : findWait(of, timeNs);
    if (of === undefined || at < 0) continue;
    threads++;
    const ns = (of.endNs[at] as number) - (of.startNs[at] as number);
    if (longest === null || ns > longest.ns) longest = { of, at, ns };
  }
  if (longest === null) return null;
  const { of, at } = longest;
  return {
    ...waiterOf(profile, profile.samples.stack[of.sample[at] as number] as number),
    kind: waitKinds[of.kind[at] as number] ?? 'waiting',
    startNs: of.startNs[at] as number,
    endNs: of.endNs[at] as number,
    threads,
    isWaitValue: isWaitValue(exploration.valueTypeOf(scope).name),
  };
};

/** The kernel's part of a stack says how it waits; what called it says for what. */
function waiterOf(profile: Profile, leaf: number): { name: string; module: string } {
  const { stacks } = profile;
  let stack = leaf;
  while (stack >= 0) {
    const frame = stacks.frame[stack] as FrameIndex;
    const up = stacks.parent[stack] as number;
    if (frameKind(profile, frame) !== 'kernel' || up < 0) {
      return { name: frameName(profile, frame), module: moduleName(profile, frame) };
    }
    stack = up;
  }
  return { name: '', module: '' };
}
