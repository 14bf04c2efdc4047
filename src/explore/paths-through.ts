import type { Exploration } from './exploration.ts';
import type { KeyedProfile } from './keyed-profile.ts';
import type { Scope } from './scope.ts';
import type { Shape } from './shape.ts';

/** Not below the function at all. */
export const outside: number = -2;
/** The function itself is the innermost frame; or it has no caller. */
export const nobody: number = -1;

export interface Paths {
  /** Per stack the key right below the innermost occurrence. */
  readonly callee: Int32Array;
  /** Per stack the key right above the outermost occurrence. */
  readonly caller: Int32Array;
}

/** One pass down the stacks, because a parent stands before its children. Hot loop: indexes directly. */
export function pathsThrough(
  { profile: { stacks } }: Shape,
  keyed: KeyedProfile,
  key: number,
): Paths {
  const { keyOfFrame } = keyed;
  const callee = new Int32Array(stacks.length);
  const caller = new Int32Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const up = stacks.parent[stack] as number;
    const above = up < 0 ? outside : (callee[up] as number);
    const own = keyOfFrame[stacks.frame[stack] as number] as number;
    if (above === outside && own !== key) {
      callee[stack] = outside;
      continue;
    }
    if (above !== outside) caller[stack] = caller[up] as number;
    else {
      caller[stack] = up < 0 ? nobody : (keyOfFrame[stacks.frame[up] as number] as number);
    }
    callee[stack] = own === key ? nobody : above === nobody ? own : above;
  }
  return { callee, caller };
}

export interface CallSums {
  readonly value: Float64Array;
  readonly samples: Float64Array;
}

export interface PathSums {
  self: number;
  total: number;
  selfSamples: number;
  totalSamples: number;
  whole: number;
  wholeSamples: number;
  readonly callers: CallSums;
  readonly callees: CallSums;
}

export function sumPaths(
  exploration: Exploration,
  scope: Scope,
  { profile, slot }: Shape,
  { callee, caller }: Paths,
): PathSums {
  const { samples, frames } = profile;
  const { value, count } = exploration.sums(scope);
  const perKey = (): CallSums => ({
    // There are never more keys of frames than frames.
    value: new Float64Array(frames.length),
    samples: new Float64Array(frames.length),
  });
  const [callers, callees] = [perKey(), perKey()];
  const sums: PathSums = {
    self: 0,
    total: 0,
    selfSamples: 0,
    totalSamples: 0,
    whole: 0,
    wholeSamples: 0,
    callers,
    callees,
  };
  for (let row = 0; row < samples.length; row++) {
    const from = slot[row] as number;
    const [amount, observed] = [value[from] as number, count[from] as number];
    sums.whole += amount;
    sums.wholeSamples += observed;
    const stack = samples.stack[row] as number;
    if (stack < 0 || callee[stack] === outside) continue;
    sums.total += amount;
    sums.totalSamples += observed;
    addCall(callers, caller[stack] as number, amount, observed);
    addCall(callees, callee[stack] as number, amount, observed);
    if (callee[stack] !== nobody) continue;
    sums.self += amount;
    sums.selfSamples += observed;
  }
  return sums;
}

function addCall({ value, samples }: CallSums, key: number, amount: number, count: number): void {
  if (key < 0) return;
  value[key] = (value[key] as number) + amount;
  samples[key] = (samples[key] as number) + count;
}
