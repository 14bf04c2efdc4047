import type { Profile, ValueTypeIndex } from '../profile/index.ts';
import { sampleCounts, textAt } from '../profile/index.ts';
import type { SampleColumn } from './call-tree-nodes.ts';
import { type OrderedNodes, orderNodes, type SiblingOrder } from './call-tree-order.ts';
import {
  buildBottomUp,
  buildInTimeOrder,
  buildTopDown,
  type TreeInput,
} from './call-tree-paths.ts';
import { dropSmallNodes } from './call-tree-small.ts';
import { nodesOfStacks, stacksAreTheTree } from './call-tree-stacks.ts';
import { type FrameKeys, keyFrames, type TreeGranularity } from './frame-keys.ts';
import { resolveValueType } from './value-type.ts';

export interface CallTreeOptions {
  /** From the root to the leaf, or from the function that ran to its callers. */
  readonly direction?: 'top-down' | 'bottom-up';
  /** Order of siblings. `time` also keeps samples apart that do not follow each other. */
  readonly order?: SiblingOrder;
  readonly granularity?: TreeGranularity;
  readonly valueType?: ValueTypeIndex;
  /**
   * Values to sum instead of those of `valueType`, each aligned with the samples: a difference is
   * two of them over one merged profile, base first. The larger one decides order by weight.
   */
  readonly columns?: readonly SampleColumn[];
  /** Put the process's name at the root of its samples (default true). */
  readonly processes?: boolean;
  /**
   * Nodes below this share of the whole are left out (not in time order): their values stay in the
   * totals of their parents, and `dropped` counts them.
   */
  readonly minimumShare?: number;
  /** Bottom-up and time order: stacks are cut at this many frames. */
  readonly maxDepth?: number;
}

/**
 * Call paths merged by what they show, in depth-first order: row 0 is the root, the descendants of
 * node n are the rows n + 1 … subtreeEnd[n] − 1. All columns are aligned with the rows.
 */
export interface CallTree extends OrderedNodes {
  readonly direction: 'top-down' | 'bottom-up';
  readonly order: SiblingOrder;
  readonly keys: FrameKeys;
  /** How many samples stand behind each node. */
  readonly samples: { readonly self: Float64Array; readonly total: Float64Array };
  readonly valueType: { readonly name: string; readonly unit: string };
}

const rootName = 'all';
/** Beyond what a picture draws: it cuts at fewer rows, and says so. */
const deepest = 4096;

export function buildCallTree(profile: Profile, options: CallTreeOptions = {}): CallTree {
  const { direction = 'top-down', order = 'name', granularity = 'functions' } = options;
  const valueType = options.valueType ?? resolveValueType(profile, undefined);
  const asked = options.columns ?? [
    { values: profile.samples.values[valueType] ?? new Float64Array(profile.samples.length) },
  ];
  const counts = sampleCounts(profile);
  const shared = asked.findIndex((column) => sameNumbers(column.values, counts));
  const columns = shared >= 0 ? asked : [...asked, { values: counts }];
  const groups = sampleGroups(profile, options.processes ?? true, order === 'time');
  const keyed = keyFrames(profile, granularity, [rootName, ...groups.names]);
  const input: TreeInput = {
    profile,
    keyed,
    columns,
    groupOfSample: groups.groupOfSample,
    groupPath: groups.path.map((names) => names.map((name) => keyed.keys.firstOther + 1 + name)),
    collapse: granularity === 'modules' || granularity === 'files',
    rootKey: keyed.keys.firstOther,
    minimumShare: options.minimumShare ?? 0,
    maxDepth: options.maxDepth ?? deepest,
  };
  const ordered = build(input, direction, order, asked.length);
  const samples = ordered.columns[shared >= 0 ? shared : asked.length];
  return {
    ...ordered,
    columns: ordered.columns.slice(0, asked.length),
    direction,
    order,
    keys: keyed.keys,
    samples: samples ?? { self: new Float64Array(1), total: new Float64Array(1) },
    valueType: profile.valueTypes[valueType] ?? { name: 'samples', unit: 'count' },
  };
}

function build(
  input: TreeInput,
  direction: 'top-down' | 'bottom-up',
  order: SiblingOrder,
  weightColumns: number,
): OrderedNodes {
  const { keys } = input.keyed;
  if (direction === 'top-down' && order === 'time') {
    const { nodes, start } = buildInTimeOrder(input);
    return orderNodes(nodes, keys, order, { start, weightColumns });
  }
  if (direction === 'top-down' && stacksAreTheTree(input)) {
    return orderNodes(nodesOfStacks(input, weightColumns), keys, order, { weightColumns });
  }
  const all = direction === 'top-down' ? buildTopDown(input) : buildBottomUp(input);
  const nodes =
    input.minimumShare > 0 ? dropSmallNodes(all, input.minimumShare, weightColumns) : all;
  return orderNodes(nodes, keys, order, { weightColumns });
}

function sameNumbers(a: Float64Array, b: Float64Array): boolean {
  if (a === b) return true;
  for (let row = 0; row < a.length; row++) if (a[row] !== b[row]) return false;
  return a.length === b.length;
}

export interface SampleGroups {
  readonly groupOfSample: Int32Array;
  /** Per thread; samples of no thread are of group 0. */
  readonly groupOfThread: Int32Array;
  /** Per group, indices into `names` from the root on. */
  readonly path: readonly (readonly number[])[];
  readonly names: readonly string[];
}

/** Samples by process; in time order by thread too, because threads run side by side. */
export function sampleGroups(
  profile: Profile,
  processes: boolean,
  byThread: boolean,
): SampleGroups {
  const { samples, threads } = profile;
  const groupOfThread = new Int32Array(threads.length);
  const groupOfSample = new Int32Array(samples.length);
  const path: number[][] = [[]];
  const names: string[] = [];
  if (samples.thread === null) return { groupOfSample, groupOfThread, path, names };
  const nameIndex = new Map<string, number>();
  const groupIndex = new Map<string, number>([['', 0]]);
  const intern = (name: string): number => {
    const known = nameIndex.get(name) ?? names.push(name) - 1;
    nameIndex.set(name, known);
    return known;
  };
  for (let thread = 0; thread < threads.length; thread++) {
    const process = textAt(profile, threads.processName[thread] as number);
    const keys = processes && process !== '' ? [intern(process)] : [];
    if (byThread && threads.length > 1) keys.push(intern(threadTitle(profile, thread)));
    const id = keys.join(',');
    const group = groupIndex.get(id) ?? path.push(keys) - 1;
    groupIndex.set(id, group);
    groupOfThread[thread] = group;
  }
  for (let row = 0; row < samples.length; row++) {
    const thread = samples.thread[row] as number;
    if (thread >= 0) groupOfSample[row] = groupOfThread[thread] as number;
  }
  return { groupOfSample, groupOfThread, path, names };
}

function threadTitle(profile: Profile, thread: number): string {
  const name = textAt(profile, profile.threads.threadName[thread] as number);
  const tid = profile.threads.tid[thread] as number;
  return `${name === '' ? 'thread' : name} ${tid < 0 ? '' : tid}`.trim();
}
