import { ToolError } from '../../base/tool-error.ts';
import type { FunctionCounters, InstrumentedProfile, ValueSite } from './instrumented-profile.ts';
import { mergeSites, saturatingSum, sortedSite } from './merge-values.ts';
import { kindBits, mostCount } from './profile-table.ts';

/** What was merged, and what could not be. */
export interface MergedProfile extends InstrumentedProfile {
  /** Records whose number of counters contradicts an equal function met before; left out. */
  readonly mismatchCount: number;
  /** Counters that would have exceeded 64 bits. */
  readonly overflowCount: number;
}

/**
 * Adds up the counters of runs, function by function: equal name and equal shape of control flow. All
 * inputs must have counted the same thing (IR or front end).
 */
export function mergeProfiles(profiles: readonly InstrumentedProfile[]): MergedProfile {
  const merge = new Merge();
  for (const profile of profiles) merge.add(profile);
  return merge.finish();
}

/** Bits in which inputs may differ: a run may have context-sensitive counters or not. */
const additiveBits = kindBits.contextSensitive;

class Merge {
  readonly #functions = new Map<string, FunctionCounters>();
  readonly #buildIds = new Set<string>();
  #kind: bigint | undefined;
  #version = 0;
  #namelessCount = 0;
  #mismatchCount = 0;
  #overflowCount = 0;

  add({ kind, version, functions, buildIds, namelessCount }: InstrumentedProfile): void {
    this.#kind ??= kind;
    if ((kind & ~additiveBits) !== (this.#kind & ~additiveBits)) {
      throw new ToolError('unsupported-input', 'the profiles count different things', {
        hint: 'merge only profiles of programs built with the same instrumentation flags',
      });
    }
    this.#kind |= kind;
    this.#version = Math.max(this.#version, version);
    this.#namelessCount += namelessCount;
    for (const id of buildIds) this.#buildIds.add(id);
    for (const each of functions) this.#addFunction(each);
  }

  #addFunction(added: FunctionCounters): void {
    const key = `${added.nameHash}:${added.shapeHash}`;
    const known = this.#functions.get(key);
    const merged = known === undefined ? added : this.#sum(known, added);
    const sites = merged.sites.map((kind) => kind.map(sortedSite));
    this.#functions.set(key, { ...merged, sites });
  }

  #sum(known: FunctionCounters, added: FunctionCounters): FunctionCounters {
    if (known.counts.length !== added.counts.length) {
      this.#mismatchCount++;
      return known;
    }
    const counts = known.counts.map((count, i) => this.#sumOf(count, added.counts[i] as bigint));
    return { ...known, counts, sites: sumSites(known.sites, added.sites) };
  }

  #sumOf(a: bigint, b: bigint): bigint {
    const sum = saturatingSum(a, b);
    if (sum <= mostCount) return sum;
    this.#overflowCount++;
    return mostCount;
  }

  finish(): MergedProfile {
    return {
      version: this.#version,
      kind: this.#kind ?? 0n,
      functions: [...this.#functions.values()],
      buildIds: [...this.#buildIds],
      namelessCount: this.#namelessCount,
      mismatchCount: this.#mismatchCount,
      overflowCount: this.#overflowCount,
    };
  }
}

type FunctionSites = readonly (readonly ValueSite[])[];

/** Kinds with another number of sites are left as they were, as LLVM leaves them. */
function sumSites(known: FunctionSites, added: FunctionSites): FunctionSites {
  const kinds = Math.max(known.length, added.length);
  return Array.from({ length: kinds }, (_, kind) => {
    const ours = known[kind] ?? [];
    const theirs = added[kind] ?? [];
    if (ours.length !== theirs.length) return ours;
    return ours.map((site, i) => mergeSites(site, theirs[i] as ValueSite));
  });
}
