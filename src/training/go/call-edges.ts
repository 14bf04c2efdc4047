import { type Profile, sampleCounts, sumByStack } from '../../profile/index.ts';
import type { WeightedFunction } from '../weighted-functions.ts';

/** A call as Go's compiler knows it: by names and by the line within the caller. */
export interface CallEdge {
  readonly caller: string;
  /** Line of the call minus the first line of the caller. */
  readonly offset: number;
  readonly callee: string;
  readonly weight: number;
  /** Both functions say where they begin: those of Go do, those of the kernel do not. */
  readonly hasLines: boolean;
}

/**
 * The call edges of a profile, the heaviest first, as `cmd/internal/pgo` of Go makes them: of every stack
 * only the two innermost places count (internal/profile/graph.go: calls further out are hardly
 * repeated), and the calls that were inlined into them.
 */
export function callEdges(profile: Profile): CallEdge[] {
  const edges = new EdgeSums(profile);
  const { stacks } = profile;
  weightsOfStacks(profile).forEach((weight, stack) => {
    if (weight === 0) return;
    let places = 0;
    let at = stack;
    // The outermost frame of the second place has no caller that counts.
    for (let inner = -1; at >= 0 && places < 2; at = stacks.parent[at] as number) {
      const frame = stacks.frame[at] as number;
      if (inner >= 0 && inner !== frame) edges.add(frame, inner, weight);
      inner = frame;
      if (profile.frames.inlineDepth[frame] === 0) places++;
    }
  });
  return edges.list();
}

class EdgeSums {
  readonly #profile: Profile;
  readonly #names: readonly string[];
  readonly #edges = new Map<string, { edge: Omit<CallEdge, 'weight'>; weight: number }>();

  constructor(profile: Profile) {
    this.#profile = profile;
    const { functions, strings } = profile;
    this.#names = Array.from(functions.name, (name, at) => {
      const linkage = functions.linkageName[at] as number;
      return strings[linkage > 0 ? linkage : name] ?? '';
    });
  }

  add(caller: number, callee: number, weight: number): void {
    const { frames, functions } = this.#profile;
    const callerRow = frames.function[caller] as number;
    const calleeRow = frames.function[callee] as number;
    if (callerRow < 0 || calleeRow < 0) return;
    const start = functions.startLine[callerRow] as number;
    const edge = {
      caller: this.#names[callerRow] ?? '',
      offset: (frames.line[caller] as number) - start,
      callee: this.#names[calleeRow] ?? '',
      hasLines: start > 0 && (functions.startLine[calleeRow] as number) > 0,
    };
    const key = `${edge.offset}\0${edge.caller}\0${edge.callee}`;
    const known = this.#edges.get(key);
    if (known === undefined) this.#edges.set(key, { edge, weight });
    else known.weight += weight;
  }

  list(): CallEdge[] {
    const edges = Array.from(this.#edges.values(), ({ edge, weight }) => ({ ...edge, weight }));
    return edges.sort((a, b) => b.weight - a.weight);
  }
}

/** By stack, in the value that Go's compiler takes: the first that is samples/count or cpu/nanoseconds. */
function weightsOfStacks(profile: Profile): Float64Array {
  const { samples, valueTypes, meta } = profile;
  const wanted = ['samples/count', 'cpu/nanoseconds'];
  const known = valueTypes.findIndex(({ name, unit }) => wanted.includes(`${name}/${unit}`));
  const event = valueTypes.findIndex(
    ({ name, unit }) => name === meta.events[0] && unit === 'count',
  );
  const column = known >= 0 ? known : event;
  return sumByStack(profile, samples.values[column] ?? sampleCounts(profile));
}

/** Callers with their call sites as weights. */
export function weightedCalls(profile: Profile): WeightedFunction[] {
  const functions = new Map<string, Map<string, number>>();
  for (const { caller, offset, callee, weight } of callEdges(profile)) {
    let weights = functions.get(caller);
    if (weights === undefined) {
      weights = new Map();
      functions.set(caller, weights);
    }
    const place = `${offset} ${callee}`;
    weights.set(place, (weights.get(place) ?? 0) + weight);
  }
  return Array.from(functions, ([name, weights]) => ({ key: name, name, weights }));
}
