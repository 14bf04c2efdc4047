import type { SiblingOrder, TreeGranularity } from '../analysis/index.ts';

/** On the profile's own clock, the end not included. */
export interface TimeRange {
  readonly startNs: number;
  readonly endNs: number;
}

/** Which part of which profile a view looks at. Two equal scopes have the same answer. */
export interface Scope {
  /** Index of an open file. */
  readonly file: number;
  /** null = all the time. */
  readonly range: TimeRange | null;
  /** Rows of the profile's threads; empty = all. */
  readonly threads: readonly number[];
  /** Numbers of processors; empty = all. */
  readonly cpus: readonly number[];
  /** Name of a value type; '' = the profile's default. */
  readonly value: string;
  /** Steps in the words of `parseScopeTransform`, applied in order. */
  readonly transforms: readonly string[];
}

/** Two sides of a comparison, and how they are compared. */
export interface Comparison {
  readonly base: Scope;
  readonly after: Scope;
  /** Compare shares of each total, for recordings of unequal length. */
  readonly normalize: boolean;
}

/** How call paths are merged into a tree. */
export interface TreeShape {
  readonly direction: 'top-down' | 'bottom-up';
  readonly order: SiblingOrder;
  readonly by: TreeGranularity;
}
