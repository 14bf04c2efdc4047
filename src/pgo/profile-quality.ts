import {
  type FrameIndex,
  frameKind,
  frameName,
  type Profile,
  sampleCounts,
} from '../profile/index.ts';
import type { PgoTarget } from './pgo-config.ts';
import type { ProfileFacts, ProfileProblem } from './toolchain.ts';

const shownFunctions = 10;

/** What a CPU profile has to say to a compiler that reads call edges. */
export function profileFacts(profile: Profile): ProfileFacts {
  const counts = sampleCounts(profile);
  const { stacks, samples, frames } = profile;
  const depth = new Int32Array(stacks.length);
  for (let at = 0; at < stacks.length; at++) {
    const parent = stacks.parent[at] as number;
    const isUser = frameKind(profile, stacks.frame[at] as FrameIndex) !== 'kernel';
    depth[at] = (parent < 0 ? 0 : (depth[parent] as number)) + (isUser ? 1 : 0);
  }
  const self = new Map<string, number>();
  let total = 0;
  let usable = 0;
  for (let row = 0; row < samples.length; row++) {
    const count = counts[row] as number;
    const stack = samples.stack[row] as number;
    total += count;
    if (stack < 0) continue;
    // A lone leaf says nothing about who calls whom.
    if ((depth[stack] as number) >= 2) usable += count;
    const leaf = frameName(profile, stacks.frame[stack] as FrameIndex);
    self.set(leaf, (self.get(leaf) ?? 0) + count);
  }
  const seen = new Set<number>(frames.function.filter((called) => called >= 0));
  const hottest = [...self]
    .sort(([, a], [, b]) => b - a)
    .slice(0, shownFunctions)
    .map(([name, count]) => ({ name, share: count / Math.max(1, total) }));
  return {
    samples: total,
    functions: seen.size,
    usableShare: usable / Math.max(1, total),
    hottest,
  };
}

/** Below this the call edges are too few to speak for the rest. */
const leastUsableShare = 0.25;
/** Above this nothing but the runtime was seen: start-up, or waiting. */
const mostRuntimeShare = 0.9;

/** The first reason why a profile would not help, or would mislead. */
export function findProfileProblem(
  profile: Profile,
  facts: ProfileFacts,
  target: PgoTarget,
): ProfileProblem | null {
  const { samples, usableShare } = facts;
  if (samples === 0) {
    return {
      cause:
        'the profile holds no samples: the program used no processor time while it was profiled',
      fix: 'train on more data (--datasize), more often (repeat), or under load',
    };
  }
  if (samples < target.leastSamples) {
    return {
      cause: `${samples} samples are fewer than ${target.leastSamples}: the run was too short, or waited for input and output`,
      fix: 'raise --datasize, repeat or --iterations; least-samples in plateau.toml sets the limit',
    };
  }
  const runtime = runtimeShare(profile);
  if (runtime > mostRuntimeShare) {
    return {
      cause: `${percent(runtime)} of the samples have nothing but the runtime in them: start-up or idling was recorded`,
      fix: 'give the program real work while it is profiled, and check that its input is what it expects',
    };
  }
  if (usableShare < leastUsableShare) {
    return {
      cause: `only ${percent(usableShare)} of the samples know their callers`,
      fix: 'record with stacks: frame pointers or DWARF',
    };
  }
  const missing = target.require.filter((wanted) => !hasFunction(profile, wanted));
  if (missing.length === 0) return null;
  return {
    cause: `the profile never reached ${missing.join(', ')}, which plateau.toml requires`,
    fix: 'check that the workload does what it is meant to: its arguments, its data, its logins',
  };
}

/** Share of samples without a single function outside Go's runtime and the kernel. */
function runtimeShare(profile: Profile): number {
  const { stacks, samples } = profile;
  const isOwn = new Uint8Array(stacks.length);
  for (let at = 0; at < stacks.length; at++) {
    const parent = stacks.parent[at] as number;
    const frame = stacks.frame[at] as FrameIndex;
    const name = frameName(profile, frame);
    const own =
      frameKind(profile, frame) !== 'kernel' && !/^(runtime[./]|internal\/runtime\/|\[)/.test(name);
    isOwn[at] = own || (parent >= 0 && isOwn[parent] === 1) ? 1 : 0;
  }
  const counts = sampleCounts(profile);
  let runtime = 0;
  let total = 0;
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row] as number;
    total += counts[row] as number;
    if (stack < 0 || isOwn[stack] === 0) runtime += counts[row] as number;
  }
  return runtime / Math.max(1, total);
}

function hasFunction(profile: Profile, wanted: string): boolean {
  const { functions, strings } = profile;
  return functions.name.some((name) => (strings[name] ?? '').includes(wanted));
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
