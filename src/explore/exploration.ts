import {
  type DiffMeasure,
  diffProfiles,
  type ProfileDiff,
  type TreeGranularity,
} from '../analysis/index.ts';
import { ToolError } from '../base/tool-error.ts';
import type { Codec } from '../container/index.ts';
import type { Profile, ValueType } from '../profile/index.ts';
import { type CallSkeleton, callSkeleton } from './call-skeleton.ts';
import { type KeyedProfile, keyProfile } from './keyed-profile.ts';
import { type KeyedStacks, keyStacks } from './keyed-stacks.ts';
import { type OpenFile, openFile } from './open-file.ts';
import type { PackedKeys } from './packed-keys.ts';
import type { SearchAnswer } from './queries/search.ts';
import { RecentMap } from './recent-map.ts';
import { SampleIndex } from './sample-index.ts';
import type { Comparison, Scope } from './scope.ts';
import { type Shape, shapeOf, weighShape } from './shape.ts';
import type { SlotSums } from './slot-sums.ts';
import { TimeTables } from './time-tables.ts';
import { type WeighedTree, weighTree } from './weighed-tree.ts';

/** How much is kept ready: what Back, undo and a second view return to. */
const kept = {
  scopes: 6,
  shapes: 4,
  keys: 6,
  skeletons: 3,
  stacks: 3,
  weights: 2,
  found: 4,
  diffs: 3,
};

/** The profiles that are open, and what was lately computed from them. */
export class Exploration {
  /** The samples in time. */
  readonly time: TimeTables = new TimeTables(this);
  /** Compresses exported files. */
  readonly codec: Codec;
  /** By index, which no other file gets: undefined = it was closed. */
  readonly #files: (OpenFile | undefined)[] = [];
  readonly #indices: (SampleIndex | undefined)[] = [];
  readonly #shapes = new RecentMap<string, Shape>(kept.shapes);
  readonly #scoped = new RecentMap<string, Profile>(kept.scopes);
  readonly #keys = new RecentMap<string, KeyedProfile>(kept.keys);
  readonly #skeletons = new RecentMap<string, CallSkeleton>(kept.skeletons);
  readonly #stacks = new RecentMap<string, KeyedStacks>(kept.stacks);
  /** One that fell out gives its memory to the next: a question looks at one of them at a time. */
  readonly #weights = new RecentMap<string, WeighedTree>(kept.weights, (tree) => {
    this.#spareWeights = tree;
  });
  #spareWeights: WeighedTree | undefined;
  readonly #diffs = new RecentMap<string, ProfileDiff>(kept.diffs);
  readonly #found = new RecentMap<string, SearchAnswer>(kept.found);
  /** Numbers for tables, so that what is computed from them alone is found again. */
  readonly #tableIds = new WeakMap<object, number>();
  #shared = new WeakSet<object>();
  #nextId = 0;

  constructor(codec: Codec) {
    this.codec = codec;
  }

  /** Adds a profile; gives its index. */
  add(file: Omit<OpenFile, 'extent'>): number {
    const opened = openFile(file);
    this.#indices.push(new SampleIndex(opened.profile));
    return this.#files.push(opened) - 1;
  }

  /** Lets go of a profile and of all that was made from it. What other files need is made again. */
  close(index: number): void {
    this.#files[index] = undefined;
    this.#indices[index] = undefined;
    this.#shared = new WeakSet();
    this.time.forget();
    const recent = [this.#shapes, this.#scoped, this.#keys, this.#skeletons, this.#stacks];
    for (const each of [...recent, this.#weights, this.#found]) each.clear();
    this.#spareWeights = undefined;
  }

  file(index: number): OpenFile {
    const file = this.#files[index];
    if (file === undefined) throw new ToolError('usage', `no file ${index} is open`);
    return file;
  }

  /**
   * The part of a profile that a scope names, with its transforms applied: samples alike are one row,
   * without times, and the scope's value is the only value type.
   */
  scoped(scope: Scope): Profile {
    return this.#scoped.get(scopeId(scope), () =>
      weighShape(this.shape(scope), this.sums(scope), this.valueTypeOf(scope)),
    );
  }

  valueTypeOf({ file, value }: Scope): ValueType {
    const type = this.samples(file).valueType(value);
    return this.file(file).profile.valueTypes[type] ?? { name: 'samples', unit: 'count' };
  }

  /** Does a little of what the next questions would wait for; says whether more is to be done. */
  prepareStep(): boolean {
    return this.#indices.some((index) => index?.prepareStep() === true);
  }

  /** What a file's samples add up to, by time and more. */
  samples(file: number): SampleIndex {
    this.file(file);
    return this.#indices[file] as SampleIndex;
  }

  /** The stacks that all scopes of the same file and transforms share. */
  shape({ file, transforms }: Scope): Shape {
    return this.#shapes.get(JSON.stringify([file, transforms]), () =>
      shapeOf(this.file(file).profile, this.samples(file).slots, transforms),
    );
  }

  /** Per slot; rows of the scope's shape name slots. */
  sums(scope: Scope): SlotSums {
    return this.samples(scope.file).sums(scope);
  }

  /** What the frames of a scoped profile (or of a shape's) are shown as. */
  keyed(profile: Profile, by: TreeGranularity): KeyedProfile {
    const { frames, functions, threads } = profile;
    const id = `${[frames, functions, threads].map((table) => this.#idOf(table)).join(' ')} ${by}`;
    return this.#keys.get(id, () => {
      const keyed = keyProfile(profile, by);
      this.#shared.add(keyed.packed);
      return keyed;
    });
  }

  /** Per stack of a scoped profile (or of a shape's) its key, and whether the key stands further up too. */
  keyedStacks(profile: Profile, by: TreeGranularity): KeyedStacks {
    const id = `${this.#idOf(profile.stacks)} ${this.#idOf(profile.frames)} ${by}`;
    return this.#stacks.get(id, () => keyStacks(profile.stacks, this.keyed(profile, by)));
  }

  /** Whether these keys stay the exploration's: they are copied to a page, and only once. */
  isShared(keys: PackedKeys): boolean {
    return this.#shared.has(keys);
  }

  /** The top-down tree of a scope's shape, and its sums for the scope, good until the next question. */
  callTree(scope: Scope, by: TreeGranularity): { skeleton: CallSkeleton; weights: WeighedTree } {
    const shape = this.shape(scope);
    const shapeId = JSON.stringify([scope.file, scope.transforms, by]);
    const skeleton = this.#skeletons.get(shapeId, () =>
      callSkeleton(shape, this.keyed(shape.profile, by), by),
    );
    const weights = this.#weights.get(`${scopeId(scope)} ${by}`, () => {
      const spare = this.#spareWeights;
      this.#spareWeights = undefined;
      return weighTree(skeleton, shape, this.sums(scope), spare);
    });
    return { skeleton, weights };
  }

  /** What was searched for lately: a view and the frame around it ask the same. Read only. */
  found(
    scope: Scope,
    by: TreeGranularity,
    expression: string,
    search: () => SearchAnswer,
  ): SearchAnswer {
    return this.#found.get(JSON.stringify([scopeId(scope), by, expression]), search);
  }

  /** Two scopes compared function by function. Read only. */
  compared(
    { base, after, normalize }: Comparison,
    by: TreeGranularity,
    measure: DiffMeasure,
  ): ProfileDiff {
    const id = JSON.stringify([scopeId(base), scopeId(after), normalize, by, measure]);
    return this.#diffs.get(id, () =>
      diffProfiles(this.scoped(base), this.scoped(after), { granularity: by, measure, normalize }),
    );
  }

  #idOf(table: object): number {
    const known = this.#tableIds.get(table) ?? this.#nextId++;
    this.#tableIds.set(table, known);
    return known;
  }
}

/** The same for equal scopes, whatever the order of their fields. */
function scopeId({ file, range, threads, cpus, value, transforms }: Scope): string {
  const time = range === null ? null : [range.startNs, range.endNs];
  return JSON.stringify([file, time, threads, cpus, value, transforms]);
}
