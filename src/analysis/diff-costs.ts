import {
  type FrameIndex,
  frameFile,
  frameName,
  type Granularity,
  mergeFrames,
  moduleName,
  type Profile,
  sampleCounts,
} from '../profile/index.ts';
import { outermostOccurrences, stackOrder } from './stack-order.ts';
import { inclusiveTotals, selfTotals } from './stack-totals.ts';
import { effectiveCount } from './statistics.ts';

/** Sums per key: the value, the observations behind it, and Σ value²/observations (its variance). */
export interface CostColumns {
  readonly value: Float64Array;
  readonly samples: Float64Array;
  readonly squares: Float64Array;
}

/** What one profile spends on each distinct function (or whatever the granularity names). */
export interface SideCosts {
  readonly length: number;
  readonly name: readonly string[];
  readonly module: readonly string[];
  readonly self: CostColumns;
  readonly total: CostColumns;
  /** Over all samples. */
  readonly sum: number;
  readonly samples: number;
  /** As many equally heavy samples would tell as much. */
  readonly effectiveSamples: number;
}

/** The sums of a profile's value column, by function and image. */
export function sideCosts(
  profile: Profile,
  valueType: number,
  granularity: Granularity,
): SideCosts {
  const merged = mergeFrames(profile, granularity);
  const values = merged.samples.values[valueType] ?? new Float64Array(merged.samples.length);
  // A row without this value is no evidence for it, as in a file with several events.
  const counts = sampleCounts(merged).map((count, row) =>
    values[row] === 0 ? 0 : Math.abs(count),
  );
  const squares = values.map((value, row) => (value * value) / Math.max(counts[row] as number, 1));
  const keys = frameKeys(merged, granularity);
  const keyOfStack = merged.stacks.frame.map((frame) => keys.ofFrame[frame] as number);
  const outermost = outermostOccurrences(stackOrder(merged.stacks), keyOfStack, keys.name.length);
  const columns = [values, counts, squares].map((column) => selfTotals(merged, column));
  const byKey = (only: Uint8Array | undefined): CostColumns => {
    const [value, samples, square] = columns.map((self) => {
      const perStack = only === undefined ? self : inclusiveTotals(merged.stacks, self);
      return sumByKey(perStack, keyOfStack, keys.name.length, only);
    }) as [Float64Array, Float64Array, Float64Array];
    return { value, samples, squares: square };
  };
  return {
    length: keys.name.length,
    name: keys.name,
    module: keys.module,
    self: byKey(undefined),
    total: byKey(outermost),
    sum: values.reduce((sum, value) => sum + value, 0),
    samples: counts.reduce((sum, count) => sum + count, 0),
    effectiveSamples: effectiveCount(values, counts),
  };
}

function sumByKey(
  perStack: Float64Array,
  keyOfStack: Int32Array,
  keys: number,
  only: Uint8Array | undefined,
): Float64Array {
  const sums = new Float64Array(keys);
  for (let stack = 0; stack < perStack.length; stack++) {
    if (only !== undefined && only[stack] === 0) continue;
    const key = keyOfStack[stack] as number;
    sums[key] = (sums[key] as number) + (perStack[stack] as number);
  }
  return sums;
}

interface NamedKeys {
  readonly ofFrame: Int32Array;
  readonly name: string[];
  readonly module: string[];
}

function frameKeys(profile: Profile, granularity: Granularity): NamedKeys {
  const name: string[] = [];
  const module: string[] = [];
  const known = new Map<string, number>();
  const ofFrame = Int32Array.from({ length: profile.frames.length }, (_, row) => {
    const frame = row as FrameIndex;
    const image = moduleName(profile, frame);
    const text = shownName(profile, frame, granularity);
    const key = `${text}\0${image}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    module.push(image);
    const added = name.push(text) - 1;
    known.set(key, added);
    return added;
  });
  return { ofFrame, name, module };
}

function shownName(profile: Profile, frame: FrameIndex, granularity: Granularity): string {
  const name = stableName(frameName(profile, frame));
  const file = frameFile(profile, frame);
  if (granularity === 'filefunctions' && file !== '') return `${name} ${file}`;
  if (granularity === 'lines' && file !== '')
    return `${name} ${file}:${profile.frames.line[frame]}`;
  if (granularity === 'addresses') {
    const address = profile.frames.address[frame] as number;
    return address < 0 ? name : `${name} 0x${address.toString(16)}`;
  }
  return name;
}

/** Without what changes with every build: Rust's legacy hash and LLVM's module number. */
export function stableName(name: string): string {
  return name.replace(/::h[0-9a-f]{16}$/, '').replace(/\.llvm\.\d+$/, '');
}
