import type { Profile } from '../profile/index.ts';
import type { PruneOptions } from './callee-tree.ts';
import type { KeyedProfile } from './keyed-profile.ts';
import { TreeRows } from './tree-rows.ts';

/** Rows that have the same callers so far: a stretch of `CallerRows.rows`. */
export interface CallerGroup {
  readonly key: number;
  readonly inlined: number;
  readonly start: number;
  readonly end: number;
  readonly total: number;
  readonly samples: number;
}

/** What becomes of a group at the next step towards the root. */
export interface CallerStep {
  readonly groups: CallerGroup[];
  /** What has no further caller. */
  readonly self: number;
  readonly selfSamples: number;
}

/**
 * The stacks of a profile on their way from the leaf to the root. Each row takes part in one path only, so
 * one cursor per row and one list of rows are all the memory there is: groups are stretches of the list, and
 * a step sorts one stretch by caller. What nobody follows costs nothing.
 */
export class CallerRows {
  readonly #profile: Profile;
  readonly #keyed: KeyedProfile;
  readonly #collapse: boolean;
  readonly #value: Float64Array;
  readonly #count: Float64Array;
  readonly #rows: Int32Array;
  /** Per row the stack it stands on; -1, -2, … = past its root, at the last, last but one … key of its process. */
  readonly #cursor: Int32Array;
  readonly #scratch: Int32Array;
  readonly #stepKey: Int32Array;
  /** Per key its number among the groups of the present step + 1. */
  readonly #groupOf: Int32Array;

  constructor(profile: Profile, keyed: KeyedProfile, collapse: boolean) {
    const { length, stack, values, count } = profile.samples;
    this.#profile = profile;
    this.#keyed = keyed;
    this.#collapse = collapse;
    this.#value = values[0] ?? new Float64Array(length);
    this.#count = count ?? new Float64Array(length);
    this.#rows = Int32Array.from({ length }, (_, row) => row);
    this.#cursor = stack.slice();
    this.#scratch = new Int32Array(length);
    this.#stepKey = new Int32Array(length);
    this.#groupOf = new Int32Array(keyed.keys.length);
  }

  /** All rows, before the first step. */
  all(): CallerGroup {
    let [total, samples] = [0, 0];
    for (let row = 0; row < this.#value.length; row++) {
      total += this.#value[row] as number;
      samples += this.#count[row] as number;
    }
    const key = this.#keyed.rootKey;
    return { key, inlined: 0, start: 0, end: this.#rows.length, total, samples };
  }

  /** Divides a group by the next caller. Each group can be divided once, its parent not again. */
  step(group: CallerGroup): CallerStep {
    const found: Found = { key: [], inlined: [], total: [], samples: [], size: [] };
    let [self, selfSamples, ended] = [0, 0, 0];
    for (let at = group.start; at < group.end; at++) {
      const row = this.#rows[at] as number;
      const key = this.#advance(row, group.key);
      this.#stepKey[row] = key;
      if (key >= 0) {
        this.#addToGroup(found, key, row);
        continue;
      }
      ended++;
      self += this.#value[row] as number;
      selfSamples += this.#count[row] as number;
    }
    const groups = this.#partition(group, found, ended);
    for (const key of found.key) this.#groupOf[key] = 0;
    return { groups, self, selfSamples };
  }

  /** Whether a row of the group has a further caller. */
  hasCallers(group: CallerGroup): boolean {
    for (let at = group.start; at < group.end; at++) {
      const row = this.#rows[at] as number;
      if (this.#nextKey(row, group.key) >= 0) return true;
    }
    return false;
  }

  #addToGroup(found: Found, key: number, row: number): void {
    let group = (this.#groupOf[key] as number) - 1;
    if (group < 0) {
      group = found.key.push(key) - 1;
      found.inlined.push(1);
      found.total.push(0);
      found.samples.push(0);
      found.size.push(0);
      this.#groupOf[key] = group + 1;
    }
    found.total[group] = (found.total[group] as number) + (this.#value[row] as number);
    found.samples[group] = (found.samples[group] as number) + (this.#count[row] as number);
    found.size[group] = (found.size[group] as number) + 1;
    if (!this.#nextInlined) found.inlined[group] = 0;
  }

  /** Moves the row's cursor over its next caller; gives the caller's key, -1 at the end. */
  #advance(row: number, below: number): number {
    const key = this.#nextKey(row, below);
    this.#cursor[row] = this.#nextCursor;
    return key;
  }

  // Two more results of `#nextKey`, which runs too often to make objects.
  #nextCursor = 0;
  #nextInlined = false;

  #nextKey(row: number, below: number): number {
    const { stacks, samples, frames } = this.#profile;
    let cursor = this.#cursor[row] as number;
    for (; cursor >= 0; cursor = stacks.parent[cursor] as number) {
      const frame = stacks.frame[cursor] as number;
      const key = this.#keyed.keyOfFrame[frame] as number;
      if (this.#collapse && key === below) continue;
      this.#nextInlined = (frames.inlineDepth[frame] as number) > 0;
      this.#nextCursor = stacks.parent[cursor] as number;
      return key;
    }
    const thread = samples.thread === null ? -1 : (samples.thread[row] as number);
    const path = this.#keyed.pathOfThread[thread] ?? [];
    const key = path[path.length + cursor] ?? -1;
    this.#nextInlined = false;
    this.#nextCursor = key < 0 ? cursor : cursor - 1;
    return key;
  }

  /** Reorders the stretch of rows: first those that ended, then group by group. */
  #partition(group: CallerGroup, found: Found, ended: number): CallerGroup[] {
    const next: number[] = [];
    let at = group.start + ended;
    const groups = found.key.map((key, i) => {
      const start = at;
      next.push(start);
      at += found.size[i] as number;
      const inlined = found.inlined[i] as number;
      const total = found.total[i] as number;
      return { key, inlined, start, end: at, total, samples: found.samples[i] as number };
    });
    let nextEnded = group.start;
    for (let from = group.start; from < group.end; from++) {
      const row = this.#rows[from] as number;
      const key = this.#stepKey[row] as number;
      if (key < 0) {
        this.#scratch[nextEnded++] = row;
        continue;
      }
      const of = (this.#groupOf[key] as number) - 1;
      const to = next[of] as number;
      this.#scratch[to] = row;
      next[of] = to + 1;
    }
    this.#rows.set(this.#scratch.subarray(group.start, group.end), group.start);
    return groups;
  }
}

interface Found {
  readonly key: number[];
  readonly inlined: number[];
  readonly total: number[];
  readonly samples: number[];
  readonly size: number[];
}

/** Deeper than any picture draws. */
const deepest = 4096;

/** The part of the bottom-up tree that is large enough to see; the rest is never built. */
export function callerTree(
  rows: CallerRows,
  nameRank: Int32Array,
  options: PruneOptions,
): TreeRows {
  const tree = new TreeRows();
  let top = rows.all();
  let step = rows.step(top);
  let topRow = tree.add(treeRow(top, -1, step));
  for (const key of options.root) {
    const next = step.groups.find((group) => group.key === key);
    if (next === undefined) return tree;
    top = next;
    step = rows.step(top);
    topRow = tree.add(treeRow(top, topRow, step));
  }
  const minimum = options.minimumShare * Math.abs(top.total);
  const waiting: {
    readonly group: CallerGroup;
    readonly parent: number;
    readonly depth: number;
  }[] = [];
  const byName = (a: CallerGroup, b: CallerGroup): number =>
    (nameRank[b.key] as number) - (nameRank[a.key] as number);
  const expand = ({ groups }: CallerStep, parent: number, depth: number): void => {
    const kept = groups.filter(({ total }) => Math.abs(total) >= minimum);
    if (groups.length > kept.length) tree.drop(parent, groups.length - kept.length);
    // The next one to be written stands last.
    kept.sort(options.byWeight ? (a, b) => a.total - b.total || byName(a, b) : byName);
    for (const group of kept) waiting.push({ group, parent, depth });
  };
  expand(step, topRow, options.root.length);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.depth >= deepest) continue;
    const own = rows.step(next.group);
    expand(own, tree.add(treeRow(next.group, next.parent, own)), next.depth + 1);
  }
  return tree;
}

function treeRow(
  { key, inlined, total, samples }: CallerGroup,
  parent: number,
  { self, selfSamples }: CallerStep,
): Parameters<TreeRows['add']>[0] {
  return { parent, key, inlined, self, total, selfSamples, totalSamples: samples };
}
