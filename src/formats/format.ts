import type { Diagnostics } from '../base/diagnostics.ts';
import type { Codec } from '../container/codec.ts';
import type { ByteSource } from '../object/byte-source.ts';
import type { OpenImage } from '../object/image-name.ts';
import type { JitPlace } from '../object/jit-place.ts';
import type { SectionCodec } from '../object/section-data.ts';
import type { Profile } from '../profile/index.ts';

/** How sure a format is that a file is its own, from the first bytes alone. */
export type Confidence = 'certain' | 'likely' | 'no';

export interface ReadOptions {
  /**
   * Keep one row per sample with its time and CPU. Without it samples alike are summed while
   * reading, which bounds memory by the distinct stacks instead of by the file.
   */
  readonly timeline: boolean;
  /**
   * Keep addresses, as is the default. Without them a reader may take frames that differ in nothing
   * else for one, which is a fraction of the work where only names are wanted.
   */
  readonly addresses?: boolean;
  readonly codec: Codec;
  /** Names for code that the recorded programs made while they ran. */
  readonly jit?: JitSymbols;
  /** Gives the images that a recording names, for formats that unwind stacks while they read. */
  readonly openImage?: OpenImage;
  /** The same bytes by position, where the input is a plain file: what stands at its end can be read first. */
  readonly source?: ByteSource;
  /** Further files of a recording that is a folder. */
  readonly parts?: readonly ByteSource[];
  /** Decompresses sections of those images. */
  readonly sectionCodec?: SectionCodec;
}

/**
 * Code made at run time moves and is replaced, so it is asked for while reading, by address and
 * time. `symbolize/jit` has the one that reads what runtimes write.
 */
export interface JitSymbols {
  /** What the files of runtimes lacked. */
  readonly diagnostics: Diagnostics;
  /** A process mapped a file named jit-PID.dump. */
  addDump(pid: number, path: string): void;
  fork(pid: number, parentPid: number): void;
  exec(pid: number): void;
  /** Perf's TIME_CONV: how ticks of the processor's counter become nanoseconds. */
  setTicks(shift: number, multiplier: bigint, zero: bigint): void;
  /** Whether times are those of CLOCK_MONOTONIC, by which runtimes say when they made code. */
  setMonotonic(isMonotonic: boolean): void;
  /** False while no code of the process, or of those it stems from, is known: nothing would be found. */
  isKnown(pid: number): boolean;
  /** `avma` is a lookup address, `timeNs` the time of the record. */
  find(pid: number, avma: number, timeNs: number): JitPlace | undefined;
}

/** Takes a file in pieces of any size, then gives the profile. Throws nothing but `ToolError`. */
export interface ProfileReader {
  /** Keeps every byte until the end, so that what unfolds without limit must be stopped outside. */
  readonly holdsInput?: boolean;
  /**
   * Where so many bytes may be written, so that `push` of that very piece, or of its beginning, need not
   * copy them. Room for the next piece may be asked for before this one is pushed.
   */
  room?(bytes: number): Uint8Array | undefined;
  /** The bytes are the caller's again when it returns, unless `holdsInput`. */
  push(chunk: Uint8Array): void;
  /** Told that nothing more is pushed while parts are still read elsewhere: work may be done ahead. */
  prepare?(): void;
  /** Adds what another thread read of the bytes that follow; nothing is pushed after that. */
  absorb?(part: DetachedPart): void;
  finish(): Profile | Promise<Profile>;
}

/** What a `PartReader` read: plain objects and typed arrays, so that a thread can hand it to another. */
export type DetachedPart = object;

/** Reads a part of a file in another thread. */
export interface PartReader {
  push(chunk: Uint8Array): void;
  detach(): DetachedPart;
}

/** A format whose files can be cut and read side by side; its `ProfileReader` absorbs the parts. */
export interface PartFormat {
  readonly name: string;
  /** Whether a file that begins like this can be cut; without it every file can. */
  canCut?(head: Uint8Array): boolean;
  /** An offset in `bytes`, from `from` on, where a part may start; -1 when there is none. */
  findStart(bytes: Uint8Array, from: number): number;
  read(options: Pick<ReadOptions, 'timeline' | 'addresses'>): PartReader;
}

export interface EncodeOptions {
  /** Which value to write, for formats that hold one. */
  readonly valueType: number;
  readonly codec: Codec;
  /** Takes what the format could not hold: rounded values, dropped times. */
  readonly diagnostics?: Diagnostics;
}

/** One file format. A new one is a folder with these facts and a line in `registry.ts`. */
export interface Format {
  /** The word of `--to` and of `info`. */
  readonly name: string;
  readonly title: string;
  /** Endings used to choose a format for output; never to recognise input. */
  readonly extensions: readonly string[];
  /** Holds each sample with its time; for the others samples may be summed while reading. */
  readonly timeline?: boolean;
  /** Holds no addresses: they need not be read for it. */
  readonly namesOnly?: boolean;
  /** Has addresses and no functions: whoever opens the file looks them up afterwards. */
  readonly symbolize?: boolean;
  /** Written through gzip unless the name says otherwise. */
  readonly gzip?: boolean;
  /** Looks at up to `detectBytes` of unwrapped input. */
  detect(head: Uint8Array): Confidence;
  read(options: ReadOptions): ProfileReader;
  /** Absent for formats that are read only. */
  encode?(
    profile: Profile,
    options: EncodeOptions,
  ): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** How much of a file detection may look at. */
export const detectBytes = 65_536;
