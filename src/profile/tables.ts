import type { Brand } from '../base/brand.ts';
import type { Diagnostic } from '../base/diagnostics.ts';

// Every reference is a branded row number, so that passing a stack where a frame is meant does not
// compile. -1 means "none" wherever a comment says so.
export type StringIndex = Brand<number, 'StringIndex'>;
export type MappingIndex = Brand<number, 'MappingIndex'>;
export type FunctionIndex = Brand<number, 'FunctionIndex'>;
export type FrameIndex = Brand<number, 'FrameIndex'>;
export type StackIndex = Brand<number, 'StackIndex'>;
export type ThreadIndex = Brand<number, 'ThreadIndex'>;
export type LabelSetIndex = Brand<number, 'LabelSetIndex'>;
export type SampleIndex = Brand<number, 'SampleIndex'>;
export type ValueTypeIndex = Brand<number, 'ValueTypeIndex'>;

/** No row. Assignable wherever a comment allows "none". */
export const none = -1 as MappingIndex & FunctionIndex & FrameIndex & StackIndex & ThreadIndex;
/** Row 0 of `labelSets`: the sample carries no labels. */
export const noLabels = 0 as LabelSetIndex;

/** What a number counts, in pprof's words: `cpu`/`nanoseconds`, `alloc_space`/`bytes`. */
export interface ValueType {
  readonly name: string;
  readonly unit: string;
}

/** What was lost or could not be read. A view that shows shares also shows these. */
export interface Health {
  readonly lostSamples: number;
  readonly throttled: number;
  readonly truncatedStacks: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ProfileMeta {
  /** The program that recorded: `perf`, `go`, `plateau 0.1.0`. Empty when the file does not say. */
  readonly producer: string;
  readonly host: string;
  readonly command: string;
  /** Names of the events that triggered samples; empty when the file does not say. */
  readonly events: readonly string[];
  /** Nanoseconds since 1970, 0 = unknown. A bigint because it exceeds 2^53. */
  readonly startEpochNs: bigint;
  readonly durationNs: number;
  readonly period: number;
  readonly periodType: ValueType | null;
  /** The value type shown when none is asked for; -1 = the file does not say (then the last). */
  readonly defaultValueType: number;
  readonly comments: readonly string[];
  readonly dropFrames: string;
  readonly keepFrames: string;
  readonly docUrl: string;
  readonly health: Health;
}

/** The order is the numbering used in `MappingTable.kind` and in the container: append only. */
export const mappingKinds = ['user', 'kernel', 'jit', 'vdso', 'unmapped'] as const;
/** `unmapped` carries addresses whose image is unknown; its `start` keeps them below 2^53. */
export type MappingKind = (typeof mappingKinds)[number];

/**
 * Bits of `MappingTable.symbolized`, in the order of pprof's has_* fields. `stated` says that the
 * other bits are the file's own word and not merely unset.
 */
export const symbolizedBits = { functions: 1, files: 2, lines: 4, inlines: 8, stated: 16 } as const;

/** Images and regions that code ran from. */
export interface MappingTable {
  readonly length: number;
  readonly file: Int32Array; // StringIndex
  readonly buildId: Int32Array; // StringIndex
  readonly start: BigUint64Array;
  readonly limit: BigUint64Array;
  readonly offset: BigUint64Array;
  readonly kind: Uint8Array; // index into mappingKinds
  readonly symbolized: Uint8Array; // symbolizedBits
}

export interface FunctionTable {
  readonly length: number;
  readonly name: Int32Array; // StringIndex, as shown
  readonly linkageName: Int32Array; // StringIndex, as the linker knows it; 0 = same or unknown
  readonly file: Int32Array; // StringIndex
  readonly startLine: Int32Array; // 0 = unknown
}

/** Bits of `FrameTable.flags`. */
export const frameFlags = { folded: 1 } as const;

/**
 * Places in code. A place where functions were inlined is one frame per function, all with the same
 * mapping and address: `inlineDepth` 0 is the function that was really called, 1 the first one
 * inlined into it, and so on towards the leaf.
 */
export interface FrameTable {
  readonly length: number;
  readonly mapping: Int32Array; // MappingIndex or -1
  readonly address: Float64Array; // from the mapping's start; -1 = unknown
  readonly function: Int32Array; // FunctionIndex or -1 = not symbolized
  readonly line: Int32Array; // 0 = unknown
  readonly column: Int32Array; // 0 = unknown
  readonly inlineDepth: Int32Array;
  readonly flags: Uint8Array; // frameFlags
}

/** Call paths as a prefix tree. Invariant: a parent stands before its children. */
export interface StackTable {
  readonly length: number;
  readonly parent: Int32Array; // StackIndex or -1 = root
  readonly frame: Int32Array; // FrameIndex
}

export interface ThreadTable {
  readonly length: number;
  readonly pid: Int32Array; // -1 = unknown
  readonly tid: Int32Array; // -1 = unknown
  readonly processName: Int32Array; // StringIndex
  readonly threadName: Int32Array; // StringIndex
  readonly startNs: Float64Array; // NaN = unknown
  readonly endNs: Float64Array; // NaN = unknown
}

/** Sets of labels; set `s` owns the label rows start[s] … start[s + 1] − 1. Set 0 is empty. */
export interface LabelSetTable {
  readonly length: number;
  readonly start: Int32Array; // length + 1 entries
  readonly key: Int32Array; // StringIndex
  readonly text: Int32Array; // StringIndex, or -1 = numeric
  readonly number: BigInt64Array;
  readonly unit: Int32Array; // StringIndex; 0 = none
}

/** What was observed. A null column means that no row has that fact. */
export interface SampleTable {
  readonly length: number;
  readonly stack: Int32Array; // StackIndex or -1 = no stack
  readonly thread: Int32Array | null; // ThreadIndex or -1
  readonly timeNs: Float64Array | null; // since startEpochNs; NaN = unknown
  readonly cpu: Int32Array | null; // -1 = unknown
  readonly labels: Int32Array | null; // LabelSetIndex
  /** How many observations a row stands for; null = see `sampleCounts`. */
  readonly count: Float64Array | null;
  /** One column per value type. */
  readonly values: readonly Float64Array[];
}

/** Things that happened at a time or over a span of it. */
export interface MarkerTable {
  readonly length: number;
  readonly name: Int32Array; // StringIndex
  readonly thread: Int32Array; // ThreadIndex or -1
  readonly startNs: Float64Array;
  readonly endNs: Float64Array; // equal to startNs for an instant
  readonly stack: Int32Array; // StackIndex or -1
  readonly payload: Int32Array; // StringIndex
}

/** Source text carried along, so that a profile opens on another machine. */
export interface EmbeddedSource {
  readonly file: StringIndex;
  readonly text: string;
}

/** Machine code carried along, from `address` (relative to the mapping's start). */
export interface EmbeddedCode {
  readonly mapping: MappingIndex;
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** The model of everything: built once, validated once, never changed. */
export interface Profile {
  readonly meta: ProfileMeta;
  readonly valueTypes: readonly ValueType[];
  readonly strings: readonly string[]; // strings[0] === ''
  readonly mappings: MappingTable;
  readonly functions: FunctionTable;
  readonly frames: FrameTable;
  readonly stacks: StackTable;
  readonly threads: ThreadTable;
  readonly labelSets: LabelSetTable;
  readonly samples: SampleTable;
  readonly markers: MarkerTable;
  readonly sources: readonly EmbeddedSource[];
  readonly code: readonly EmbeddedCode[];
}
