import type { Diagnostics } from '../../base/diagnostics.ts';
import type { AddressSpaces } from '../../unwind/index.ts';
import { type CallStacks, cutFrame } from './call-stacks.ts';
import type { CurrentSample } from './current-sample.ts';
import type { RecordedEvent } from './event-list.ts';
import type { JitFrames } from './jit-frames.ts';
import type { UserStacks } from './user-stacks.ts';

const kernelSpace = 0;
const wordBase = 2 ** 32;
const brokenChain = 'frame-pointer chains end in what is no code: record with --call-graph dwarf';
/** The kernel's own limit where the recorder did not ask for another (kernel.perf_event_max_stack). */
const usualLongestChain = 127;

/** Of each branch: from, to and flags, two words each. */
const branchWords = 6;

/**
 * The stack of a sample, from whatever it has: the kernel's part from the call chain, the user's part
 * from the chain, from branch records, or unwound from registers and stack memory.
 */
export class SampleStacks {
  truncated = 0;
  /** False for recordings of the other byte order: no machine whose stacks we unwind has it. */
  canUnwind = true;
  readonly #stacks: CallStacks;
  readonly #spaces: AddressSpaces;
  readonly #diagnostics: Diagnostics;
  readonly #users: UserStacks;
  readonly #jit: JitFrames | undefined;
  /** Spaces of processes that began another program, until its first sample in user mode. */
  readonly #spaceBefore = new Map<number, number>();

  constructor(parts: {
    readonly stacks: CallStacks;
    readonly spaces: AddressSpaces;
    readonly diagnostics: Diagnostics;
    readonly users: UserStacks;
    readonly jit: JitFrames | undefined;
  }) {
    this.#stacks = parts.stacks;
    this.#spaces = parts.spaces;
    this.#diagnostics = parts.diagnostics;
    this.#users = parts.users;
    this.#jit = parts.jit;
  }

  /**
   * Collects the frames; `finish` makes the stack of them. Between the two a deferred user part may
   * be waited for.
   */
  collect(sample: CurrentSample, event: RecordedEvent): void {
    const stacks = this.#stacks;
    const { cursor, words } = sample;
    const userSpace = this.#userSpace(sample);
    const firstSpace = sample.isKernelMode ? kernelSpace : userSpace;
    const hasBranches = event.layout.hasCallStackBranches && cursor.branchCount > 0;
    stacks.begin(firstSpace, userSpace);
    stacks.isKernelOnly = hasBranches;
    stacks.addChain(words, cursor.chainAt, cursor.chainLength);
    if (hasBranches) this.#addBranches(sample, userSpace);
    else if (cursor.registersAt >= 0 && this.canUnwind) {
      const hasChain = stacks.userStart >= 0 && stacks.userStart < stacks.length;
      if (hasChain) this.#users.completeChain(sample, event.attr, userSpace);
      else this.#users.add(sample, event.attr, userSpace);
    }
    if (stacks.length === 0 && sample.hasIp) {
      stacks.addAddress(sample.ipLow, sample.ipHigh, firstSpace);
    }
    if (cursor.chainLength >= (event.attr.maxStack || usualLongestChain)) stacks.end = 'cut';
    this.#markEnd();
  }

  /** A deferred user part of a sample whose kernel part has been collected. */
  collectUser(words: Int32Array, at: number, length: number): void {
    this.#stacks.addChain(words, at, length);
    this.#markEnd();
  }

  finish(pid: number, timeNs: number): number {
    const { frames, length } = this.#stacks;
    this.#jit?.replace(frames, length, pid, timeNs);
    return this.#stacks.finish();
  }

  spaceAt(pid: number, timeNs: number): number {
    return this.#spaces.spaceAt(pid, timeNs);
  }

  /**
   * While the kernel loads another program into a process, the user part of its stacks still shows
   * the old one.
   */
  exec(pid: number, timeNs: number): void {
    this.#spaceBefore.set(pid, this.#spaces.spaceAt(pid, timeNs));
  }

  #userSpace(sample: CurrentSample): number {
    const { pid } = sample;
    const space = this.#spaces.spaceAt(pid, sample.timeNs);
    if (this.#spaceBefore.size === 0) return space;
    const before = this.#spaceBefore.get(pid);
    if (before === undefined) return space;
    if (!sample.isKernelMode) {
      this.#spaceBefore.delete(pid);
      return space;
    }
    const at = sample.userPartAt;
    if (at < 0) return space;
    const avma = u64(sample.words, at);
    return this.#spaces.findMapping(space, avma) < 0 ? before : space;
  }

  /**
   * Branch records of the kind "call stack" are the calls that have not returned, the innermost
   * first. The leaf is where the sample was taken, or, if that was in the kernel, the last call's target.
   */
  #addBranches(sample: CurrentSample, userSpace: number): void {
    const stacks = this.#stacks;
    const { words, cursor } = sample;
    const first = cursor.branchesAt;
    if (!sample.isKernelMode && sample.hasIp) {
      stacks.addAddress(sample.ipLow, sample.ipHigh, userSpace);
    } else {
      stacks.addAddress(words[first + 2] as number, words[first + 3] as number, userSpace);
    }
    for (let branch = 0; branch < cursor.branchCount; branch++) {
      const at = first + branch * branchWords;
      const low = words[at] as number;
      const high = words[at + 1] as number;
      // Calls from the kernel have no place in the user part.
      if (high >>> 16 !== 0 || (low === 0 && high === 0)) continue;
      stacks.addAddress(low, high, userSpace);
    }
  }

  /** Stacks without their root are grouped under one, so that they do not pose as roots themselves. */
  #markEnd(): void {
    const { end } = this.#stacks;
    if (end === 'root') return;
    this.#stacks.addFrame(cutFrame);
    if (end !== 'broken') this.truncated++;
    if (end === 'no-code') this.#diagnostics.count('broken-chain', brokenChain);
  }
}

function u64(words: Int32Array, at: number): number {
  return ((words[at] as number) >>> 0) + ((words[at + 1] as number) >>> 0) * wordBase;
}
