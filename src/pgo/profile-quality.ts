import { formatShare } from '../base/quantity.ts';
import {
  type FrameIndex,
  frameKind,
  frameName,
  moduleName,
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
/** Above this the program hardly did what it is for. */
const mostStartUpShare = 0.7;

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
  const startUp = shareOfStacks(profile, isStartUp);
  if (startUp > mostStartUpShare) {
    return {
      cause: `${formatShare(startUp)} of the samples are start-up (the loader, package initialisation): the program did little else`,
      fix: 'give it work that outlasts its start: its input, more data (--datasize), arguments that make it do what it is for',
    };
  }
  const runtime = 1 - shareOfStacks(profile, isOwn);
  if (runtime > mostRuntimeShare) {
    return {
      cause: `${formatShare(runtime)} of the samples have nothing but the runtime in them: start-up or idling was recorded`,
      fix: 'give the program real work while it is profiled, and check that its input is what it expects',
    };
  }
  if (usableShare < leastUsableShare) {
    return {
      cause: `only ${formatShare(usableShare)} of the samples know their callers`,
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

type FrameTest = (profile: Profile, frame: FrameIndex) => boolean;

/** Not of Go's runtime and not of the kernel. */
function isOwn(profile: Profile, frame: FrameIndex): boolean {
  return (
    frameKind(profile, frame) !== 'kernel' &&
    !/^(runtime[./]|internal\/runtime\/|\[)/.test(frameName(profile, frame))
  );
}

/** What runs before main: the dynamic loader, and Go's initialisation of packages. */
function isStartUp(profile: Profile, frame: FrameIndex): boolean {
  return (
    /^ld(-linux|-musl|64)?[\w.-]*\.so/.test(moduleName(profile, frame)) ||
    /^runtime\.(doInit1?|schedinit|rt0_go)$/.test(frameName(profile, frame))
  );
}

/** Share of samples with such a frame anywhere in their stack. */
function shareOfStacks(profile: Profile, test: FrameTest): number {
  const { stacks, samples, frames } = profile;
  const passes = Uint8Array.from({ length: frames.length }, (_, frame) =>
    test(profile, frame as FrameIndex) ? 1 : 0,
  );
  const has = new Uint8Array(stacks.length);
  for (let at = 0; at < stacks.length; at++) {
    const parent = stacks.parent[at] as number;
    const own = passes[stacks.frame[at] as number] === 1;
    has[at] = own || (parent >= 0 && has[parent] === 1) ? 1 : 0;
  }
  const counts = sampleCounts(profile);
  let found = 0;
  let total = 0;
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row] as number;
    total += counts[row] as number;
    if (stack >= 0 && has[stack] === 1) found += counts[row] as number;
  }
  return found / Math.max(1, total);
}

function hasFunction(profile: Profile, wanted: string): boolean {
  const { functions, strings } = profile;
  return functions.name.some((name) => (strings[name] ?? '').includes(wanted));
}
