import { isCpuTime, type TreeGranularity } from '../../analysis/index.ts';
import {
  type FileFacts,
  likeThreads,
  noThread,
  type Scope,
  type ThreadFact,
  type TimeRange,
} from '../../explore/index.ts';

export const viewNames = [
  'summary',
  'timeline',
  'flame-graph',
  'flame-chart',
  'call-tree',
  'top-functions',
  'sandwich',
  'source',
  'assembly',
  'compare',
] as const;
export type ViewName = (typeof viewNames)[number];

/** A function as a person knows it. */
export interface Place {
  readonly name: string;
  /** '' = whichever image has it. */
  readonly module: string;
}

/** Everything that a link restores. Views read it and change it, and keep nothing of it themselves. */
export interface ViewState {
  readonly view: ViewName;
  /** Open files that are looked at: one, or base and new. */
  readonly files: readonly number[];
  /** Nested; the last one counts. */
  readonly ranges: readonly TimeRange[];
  /** With what time the range is compared; null = a comparison is between files, or there is none. */
  readonly baseRange: TimeRange | null;
  readonly threads: readonly number[];
  readonly cpus: readonly number[];
  /** Samples of one event only, counted; '' = all. A `value` beside it says what is measured. */
  readonly event: string;
  /** Name of a value type; '' = the profile's default. */
  readonly value: string;
  /** Steps in the words of `parseTransform`; state/transform-step.ts writes them. */
  readonly transforms: readonly string[];
  readonly search: string;
  readonly selected: Place | null;
  /** Names from the root of the stack to the selected frame; empty = no frame is meant. Links do not have it. */
  readonly selectedPath: readonly string[];
  /** Names from the root to the zoomed frame. */
  readonly zoom: readonly string[];
  readonly invert: boolean;
  readonly shape: 'flame' | 'icicle';
  readonly order: 'weight' | 'name';
  readonly by: TreeGranularity;
  readonly colour: 'module' | 'kind' | 'self' | 'diff';
  readonly line: number | null;
  readonly address: number | null;
  /** Which way a line of the heat map runs. */
  readonly heat: 'rows' | 'columns';
  /** How machine code is written. */
  readonly syntax: 'intel' | 'att';
  /** Whether machine code shows its bytes, and the lines of source it comes from. */
  readonly bytes: boolean;
  readonly sourceLines: boolean;
  /** A column's name, with `-` behind it for descending; '' = as the view has it. */
  readonly sort: string;
  readonly diff: 'all' | 'changed' | 'new' | 'removed';
  readonly width: 'both' | 'base' | 'new';
  /** Which side of a comparison is shown where both cannot be at once. */
  readonly side: 'new' | 'base';
  /** Which cost a comparison lists: of functions by themselves, or with all they call. */
  readonly measure: 'self' | 'total';
  /** Compare shares of each total instead of values, for recordings of unequal length. */
  readonly isShares: boolean;
  /** Keys and values of the link that mean nothing here, as they stood: a newer page may know them. */
  readonly others: readonly (readonly [key: string, value: string])[];
}

export const initialState: ViewState = {
  view: 'summary',
  files: [0],
  ranges: [],
  baseRange: null,
  threads: [],
  cpus: [],
  event: '',
  value: '',
  transforms: [],
  search: '',
  selected: null,
  selectedPath: [],
  zoom: [],
  invert: false,
  shape: 'flame',
  order: 'weight',
  by: 'functions',
  colour: 'module',
  line: null,
  address: null,
  heat: 'rows',
  syntax: 'intel',
  bytes: false,
  sourceLines: true,
  sort: '',
  diff: 'all',
  width: 'both',
  side: 'new',
  measure: 'self',
  isShares: false,
  others: [],
};

/** What the views ask about. With two files this is the newer one. */
export function scopeOf(state: ViewState, file: number = state.files.at(-1) ?? 0): Scope {
  const { ranges, threads, cpus, event, transforms } = state;
  // Samples of other events have no value of this one, so choosing its value chooses its samples.
  const value = state.value === '' ? event : state.value;
  return { file, range: ranges.at(-1) ?? null, threads, cpus, value, transforms };
}

/**
 * The other side of a comparison: the first of two files, or another time of the same one. Of another file
 * the threads are those of the same names.
 */
export function baseScopeOf(state: ViewState, files: readonly FileFacts[]): Scope | null {
  const { baseRange: range } = state;
  if (state.files.length < 2) return range === null ? null : { ...scopeOf(state), range };
  const base = files.find(({ index }) => index === state.files[0]);
  // Files of a link open one after the other.
  if (base === undefined) return null;
  const now = files.find(({ index }) => index === state.files.at(-1));
  const threads = baseThreads(state.threads, now?.threads ?? [], base.threads);
  const scope = scopeOf(state, base.index);
  const value = baseValue(scope.value, now, base);
  return { ...scope, range, threads, value };
}

/** CPU time has a name of its own in every format. */
function baseValue(name: string, now: FileFacts | undefined, base: FileFacts): string {
  const { valueTypes } = base.summary;
  const chosen = now?.summary.valueTypes.find((type) => type.name === name);
  const hasIt = valueTypes.some((type) => type.name === name);
  if (chosen === undefined || hasIt || !isCpuTime(chosen)) return name;
  return valueTypes.find(isCpuTime)?.name ?? name;
}

function baseThreads(
  chosen: readonly number[],
  now: readonly ThreadFact[],
  base: readonly ThreadFact[],
): readonly number[] {
  if (chosen.length === 0) return [];
  const like = likeThreads(chosen, now, base);
  return like.length === 0 ? [noThread] : like;
}
