import { callchainContexts } from '../../perf/attr-table.ts';
import type { FrameIndex, StackIndex } from '../../profile/index.ts';
import { StackRows } from '../../profile/stack-rows.ts';
import type { FrameTable } from '../../unwind/index.ts';

/** A sample's record is below 64 KiB, so no chain of it is longer. */
const mostFrames = 1 << 14;
/** Values of a chain from here on are contexts, as signed numbers. */
const lowestContext = -4095;
/** Addresses inside a guest mean nothing here: they get a space without mappings. */
const guestSpace = 2 ** 30;
const kernelSpace = 0;
const firstPage = 4096;

/** The root of stacks whose outer part was not recorded, so that views can group them. */
export const cutFrame = -2;

/**
 * How the outermost frame of a stack came about. `cut`: more was not recorded; `broken`: unwinding
 * failed there; `no-code`: a chain led to what cannot be code, because somebody in it uses the frame
 * pointer for something else.
 */
export type StackEnd = 'root' | 'cut' | 'broken' | 'no-code';

/**
 * Makes stacks of call chains. A frame is a number: twice the row of a `FrameTable`, or an odd number
 * that `JitFrames` gave. Frames are collected from the leaf and added from the root.
 */
export class CallStacks {
  readonly stacks: StackRows = new StackRows(4096);
  /** Cookie of a user part that a later record brings: two words. */
  deferredLow = 0;
  deferredHigh = 0;
  isDeferred = false;
  /** Place of the first frame of the chain's user part, -1 = it has none. */
  userStart = -1;
  /** Whether the root is the real one. */
  end: StackEnd = 'root';
  /** The chain's user part is not wanted, because there is a better one. */
  isKernelOnly = false;
  /** Chains hold the address of the call, not of the return: simpleperf's. */
  isAdjusted = false;
  #firstSpace = 0;
  #userSpace = 0;
  readonly #table: FrameTable;
  readonly #frames = new Int32Array(mostFrames);
  #length = 0;
  // The stack before: what both share from the root need not be looked for again.
  #lastFrames = new Int32Array(mostFrames);
  #lastStacks = new Int32Array(mostFrames);
  #lastLength = 0;

  constructor(table: FrameTable) {
    this.#table = table;
  }

  get length(): number {
    return this.#length;
  }

  /** `firstSpace` is where addresses lie until a context says otherwise. */
  begin(firstSpace: number, userSpace: number): void {
    this.#firstSpace = firstSpace;
    this.#userSpace = userSpace;
    this.#length = 0;
    this.isDeferred = false;
    this.end = 'root';
    this.isKernelOnly = false;
    this.userStart = -1;
  }

  /** Frames from the leaf on, for who looks at them before they become a stack. */
  get frames(): Int32Array {
    return this.#frames;
  }

  /** `low` and `high` are the lookup address. */
  addAddress(low: number, high: number, space: number): void {
    this.addFrame(2 * this.#table.frame(low, high, space));
  }

  addFrame(frame: number): void {
    if (this.#length < mostFrames) this.#frames[this.#length++] = frame;
  }

  /** Puts a frame between others; those from `at` on move towards the root. */
  insertFrame(at: number, frame: number): void {
    if (this.#length >= mostFrames) return;
    this.#frames.copyWithin(at + 1, at, this.#length++);
    this.#frames[at] = frame;
  }

  /**
   * A chain of the kernel: addresses from the leaf, with contexts between them that say where the
   * following ones ran. The first of each context is where code stood, the others are return
   * addresses: the call is before them.
   */
  addChain(words: Int32Array, at: number, length: number): void {
    const userSpace = this.#userSpace;
    const { isAdjusted } = this;
    let space = this.#firstSpace;
    let isReturn = false;
    let isUserPart = false;
    const end = at + 2 * length;
    for (let word = at; word < end; word += 2) {
      let low = words[word] as number;
      let high = words[word + 1] as number;
      if (high === -1 && low >= lowestContext && low < 0) {
        if (low === callchainContexts.userDeferred) {
          this.#defer(words, word + 2, end);
          return;
        }
        if (isUserPart) {
          // The user part is the last: it met a value that only looks like a context.
          this.end = 'no-code';
          return;
        }
        isUserPart = low === callchainContexts.user;
        if (isUserPart && this.isKernelOnly) return;
        if (isUserPart) this.userStart = this.#length;
        space = spaceOfContext(low, userSpace);
        isReturn = false;
        continue;
      }
      if (isReturn && !isAdjusted) {
        if (low === 0) high = (high - 1) | 0;
        low = (low - 1) | 0;
      }
      isReturn = true;
      if (space !== kernelSpace && isNoCode(low, high)) {
        this.end = 'no-code';
        return;
      }
      this.addAddress(low, high, space);
    }
  }

  /** The stack of the collected frames, -1 when there are none. */
  finish(): number {
    const frames = this.#frames;
    const lastFrames = this.#lastFrames;
    const lastStacks = this.#lastStacks;
    const length = this.#length;
    let depth = 0;
    let stack = -1;
    const shared = Math.min(length, this.#lastLength);
    while (depth < shared && lastFrames[depth] === frames[length - 1 - depth]) {
      stack = lastStacks[depth] as number;
      depth++;
    }
    for (; depth < length; depth++) {
      const frame = frames[length - 1 - depth] as number;
      stack = this.stacks.add(stack as StackIndex, frame as FrameIndex);
      lastFrames[depth] = frame;
      lastStacks[depth] = stack;
    }
    this.#lastLength = length;
    return stack;
  }

  #defer(words: Int32Array, at: number, end: number): void {
    if (at + 2 > end) return;
    this.isDeferred = true;
    this.deferredLow = words[at] as number;
    this.deferredHigh = words[at + 1] as number;
  }
}

/** Outside of the 48 bits that user space has, or in the first page, which nobody maps. */
function isNoCode(low: number, high: number): boolean {
  return high >>> 16 !== 0 || (high === 0 && low >>> 0 < firstPage);
}

function spaceOfContext(context: number, userSpace: number): number {
  switch (context) {
    case callchainContexts.user:
      return userSpace;
    case callchainContexts.kernel:
    case callchainContexts.hypervisor:
      return kernelSpace;
    default:
      return guestSpace;
  }
}
