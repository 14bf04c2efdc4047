/** What a value site saw: values and how often, in the order of the file. */
export interface ValueSite {
  readonly values: readonly bigint[];
  readonly counts: readonly bigint[];
}

/** The counters of one function with one shape of control flow. */
export interface FunctionCounters {
  /** As the compiler keys it: the linkage name, for local functions with `file;` in front. */
  readonly name: Uint8Array;
  /** Low half of the MD5 of the name. */
  readonly nameHash: bigint;
  /** Hash of the control-flow graph: counters of another shape must not be mixed with these. */
  readonly shapeHash: bigint;
  readonly counts: BigUint64Array;
  /** By value kind: call targets (as name hashes), then sizes of memory operations. */
  readonly sites: readonly (readonly ValueSite[])[];
}

/** A profile from an instrumented program: one or more raw files, or what was merged from them. */
export interface InstrumentedProfile {
  /** The version of the file it was read from. */
  readonly version: number;
  /** `kindBits` of what was counted. */
  readonly kind: bigint;
  readonly functions: readonly FunctionCounters[];
  /** Build identities of the images that were counted, in hexadecimal. */
  readonly buildIds: readonly string[];
  /** Records left out because the file does not name their function. */
  readonly namelessCount: number;
}

const utf8 = new TextDecoder('utf-8');

/** The name for people. */
export function nameOf({ name }: FunctionCounters): string {
  return utf8.decode(name);
}
