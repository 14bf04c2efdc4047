import { stableName } from '../analysis/index.ts';
import { applyStackRewrite, droppedStack, type Profile, StackWriter } from '../profile/index.ts';
import type { Exploration } from './exploration.ts';
import type { KeyedProfile } from './keyed-profile.ts';
import type { Scope } from './scope.ts';

/** A function as a person knows it; '' as module = whichever image has it. */
export interface NamedFunction {
  readonly name: string;
  readonly module: string;
}

export function keysNamed({ keys }: KeyedProfile, { name, module }: NamedFunction): number[] {
  const found: number[] = [];
  for (let key = 0; key < keys.firstOther; key++) {
    if (keys.name[key] !== name) continue;
    if (module === '' || keys.module[key] === module) found.push(key);
  }
  return found;
}

/**
 * The same function in another build: hashes in its name may differ, and where no image of that name
 * has it, any image does, because programs are built under new names.
 */
export function keysLike(keyed: KeyedProfile, { name, module }: NamedFunction): number[] {
  const exact = keysNamed(keyed, { name, module });
  if (exact.length > 0) return exact;
  const { keys } = keyed;
  const wanted = stableName(name);
  const named: number[] = [];
  for (let key = 0; key < keys.firstOther; key++) {
    if (stableName(keys.name[key] ?? '') === wanted) named.push(key);
  }
  const placed = named.filter((key) => module === '' || keys.module[key] === module);
  return placed.length > 0 ? placed : named;
}

/** What a side of a comparison calls the function; as asked where it has none. */
export function functionOn(
  exploration: Exploration,
  scope: Scope,
  asked: NamedFunction,
): NamedFunction {
  const profile = exploration.scoped(scope);
  const keyed = exploration.keyed(profile, 'functions');
  const key = heaviestKey(profile, keyed, keysLike(keyed, asked));
  const { keys } = keyed;
  const { name, module } = asked;
  return key < 0
    ? { name, module }
    : { name: keys.name[key] ?? '', module: keys.module[key] ?? '' };
}

/** Per stack the outermost stack on its way that is the function; -1 = it is not on it. */
export function outermostOf(
  { stacks }: Profile,
  { keyOfFrame }: KeyedProfile,
  key: number | ReadonlySet<number>,
): Int32Array {
  const isWanted =
    typeof key === 'number' ? (of: number) => of === key : (of: number) => key.has(of);
  const outermost = new Int32Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const up = stacks.parent[stack] as number;
    const above = up < 0 ? -1 : (outermost[up] as number);
    const isHere = isWanted(keyOfFrame[stacks.frame[stack] as number] as number);
    outermost[stack] = above >= 0 ? above : isHere ? stack : -1;
  }
  return outermost;
}

/** Of these functions the one most samples pass through; -1 = none does. */
export function heaviestKey(
  profile: Profile,
  keyed: KeyedProfile,
  candidates: readonly number[],
): number {
  if (candidates.length === 0) return -1;
  const outermost = outermostOf(profile, keyed, new Set(candidates));
  const passing = new Map<number, number>();
  const { samples, stacks } = profile;
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row] as number;
    const at = stack < 0 ? -1 : (outermost[stack] as number);
    if (at < 0) continue;
    const key = keyed.keyOfFrame[stacks.frame[at] as number] as number;
    passing.set(key, (passing.get(key) ?? 0) + Math.abs(samples.values[0]?.[row] ?? 0));
  }
  const [heaviest] = [...passing].sort((a, b) => b[1] - a[1]);
  return heaviest?.[0] ?? -1;
}

/** The samples that pass through the function, their stacks beginning with it. */
export function fromOutermost(profile: Profile, outermost: Int32Array): Profile {
  const { length, parent, frame } = profile.stacks;
  const writer = new StackWriter(length);
  const end = new Int32Array(length);
  for (let stack = 0; stack < length; stack++) {
    const at = outermost[stack] as number;
    if (at < 0) end[stack] = droppedStack;
    else {
      const above = at === stack ? -1 : (end[parent[stack] as number] as number);
      end[stack] = writer.add(above, frame[stack] as number);
    }
  }
  return applyStackRewrite(profile, { stacks: writer.finish(), end, endOfNoStack: droppedStack });
}

/** The samples that pass through the function, their stacks ending with it. */
export function toOutermost(profile: Profile, outermost: Int32Array): Profile {
  const end = outermost.map((at) => (at < 0 ? droppedStack : at));
  return applyStackRewrite(profile, { stacks: profile.stacks, end, endOfNoStack: droppedStack });
}
