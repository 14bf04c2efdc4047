import { outermostOccurrences, stackOrder } from '../../analysis/index.ts';
import {
  type FrameIndex,
  frameFile,
  frameName,
  moduleName,
  type Profile,
} from '../../profile/index.ts';
import { type StackCosts, scopeTotal, stackCostsOf } from '../keyed-costs.ts';
import type { Query } from '../query.ts';
import type { Scope } from '../scope.ts';

export interface SourceLineRequest {
  readonly scope: Scope;
  readonly file: string;
  readonly line: number;
}

/** A function that a line calls, or a place that the line is reached from. */
export interface LineNeighbour {
  readonly name: string;
  readonly module: string;
  /** '' = unknown. */
  readonly file: string;
  /** Of the call; 0 = unknown. */
  readonly line: number;
  readonly total: number;
  readonly samples: number;
  readonly isInlined: boolean;
}

/** What is known of one line, the costliest neighbours first. */
export interface SourceLineAnswer {
  readonly file: string;
  readonly line: number;
  readonly self: number;
  readonly total: number;
  readonly selfSamples: number;
  readonly totalSamples: number;
  /** Functions whose code stands in this line, or that it calls. */
  readonly callees: readonly LineNeighbour[];
  readonly callers: readonly LineNeighbour[];
  /** The function the line belongs to, by the samples in it. */
  readonly name: string;
  readonly module: string;
  readonly whole: { readonly value: number; readonly samples: number };
  readonly unit: string;
}

const mostNeighbours = 12;

/** Who calls a line and what it calls. */
export const answerSourceLine: Query<SourceLineRequest, SourceLineAnswer> = (
  exploration,
  { scope, file, line },
) => {
  const profile = exploration.scoped(scope);
  const costs = stackCostsOf(profile);
  const { stacks, frames } = profile;
  const isOnLine = Uint8Array.from({ length: frames.length }, (_, frame) =>
    frames.line[frame] === line && frameFile(profile, frame as FrameIndex) === file ? 1 : 0,
  );
  const keys = Int32Array.from(stacks.frame, (frame) => (isOnLine[frame] === 1 ? 0 : -1));
  const isOutermost = outermostOccurrences(stackOrder(stacks), keys, 1);
  const sums = { self: 0, total: 0, selfSamples: 0, totalSamples: 0 };
  const callees = new Neighbours(profile, costs);
  const callers = new Neighbours(profile, costs);
  const owners = new Neighbours(profile, costs);
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack] as number;
    if (parent >= 0 && keys[parent] === 0 && isOutermost[parent] === 1) {
      callees.add(stacks.frame[stack] as number, stack, false);
    }
    if (keys[stack] !== 0) continue;
    sums.self += costs.self[stack] as number;
    sums.selfSamples += costs.selfSamples[stack] as number;
    if (isOutermost[stack] !== 1) continue;
    sums.total += costs.inclusive[stack] as number;
    sums.totalSamples += costs.inclusiveSamples[stack] as number;
    owners.add(stacks.frame[stack] as number, stack, false);
    if (parent >= 0) callers.add(stacks.frame[parent] as number, stack, true);
  }
  const [owner] = owners.ranked();
  return {
    file,
    line,
    ...sums,
    callees: callees.ranked(),
    callers: callers.ranked(),
    name: owner?.name ?? '',
    module: owner?.module ?? '',
    whole: scopeTotal(profile),
    unit: profile.valueTypes[0]?.unit ?? 'count',
  };
};

/** Adds up stacks by the function next to them; callers are told apart by line as well. */
class Neighbours {
  readonly #profile: Profile;
  readonly #costs: StackCosts;
  readonly #found = new Map<string, LineNeighbour & { total: number; samples: number }>();

  constructor(profile: Profile, costs: StackCosts) {
    this.#profile = profile;
    this.#costs = costs;
  }

  add(row: number, stack: number, byLine: boolean): void {
    const frame = row as FrameIndex;
    const { frames } = this.#profile;
    const name = frameName(this.#profile, frame);
    const module = moduleName(this.#profile, frame);
    const line = frames.line[frame] as number;
    const key = `${name}\0${module}\0${byLine ? line : ''}`;
    const known = this.#found.get(key);
    const total = this.#costs.inclusive[stack] as number;
    const samples = this.#costs.inclusiveSamples[stack] as number;
    if (known !== undefined) {
      known.total += total;
      known.samples += samples;
      return;
    }
    const isInlined = (frames.inlineDepth[frame] as number) > 0;
    const file = frameFile(this.#profile, frame);
    this.#found.set(key, { name, module, file, line, total, samples, isInlined });
  }

  ranked(): LineNeighbour[] {
    return [...this.#found.values()]
      .filter(({ total }) => total > 0)
      .sort((a, b) => b.total - a.total)
      .slice(0, mostNeighbours);
  }
}
