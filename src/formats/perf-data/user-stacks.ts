import type { Diagnostics } from '../../base/diagnostics.ts';
import type { EventAttr } from '../../perf/attr.ts';
import {
  type AddressSpaces,
  type FrameTable,
  type Machine,
  type RegisterLayout,
  registerLayout,
  StackUnwinder,
  type UnwindEnd,
  type UnwinderOptions,
} from '../../unwind/index.ts';
import type { CallStacks } from './call-stacks.ts';
import type { CurrentSample } from './current-sample.ts';

/** perf numbers AArch64's registers up to the program counter at 32; x86 has fewer. */
const aarch64Pc = 1n << 32n;
const abi64 = 2;

const messages: Readonly<Record<Exclude<UnwindEnd, 'complete' | 'cut'>, string>> = {
  'no-cfi':
    'stacks end in code without unwind information: build it with -fasynchronous-unwind-tables or -fno-omit-frame-pointer',
  'no-map': 'stacks end at an instruction that no mapping covers',
  'bad-return': 'stacks end at a return address that is no code',
  'no-progress': 'stacks end where the caller would not lie above its callee',
  'too-deep': 'stacks are deeper than is followed',
  'no-registers': 'samples lack the registers to unwind with',
};

/** The user part of stacks, unwound from the registers and the stack memory of a sample. */
export class UserStacks {
  readonly #stacks: CallStacks;
  readonly #spaces: AddressSpaces;
  readonly #frames: FrameTable;
  readonly #diagnostics: Diagnostics;
  readonly #options: UnwinderOptions;
  readonly #layouts = new Map<EventAttr, RegisterLayout>();
  readonly #place = {
    registersAt: 0,
    layout: { words: new Int32Array(0), instructionPointer: -1 } as RegisterLayout,
    stackAt: 0,
    stackBytes: 0,
  };
  #unwinder: StackUnwinder | undefined;
  #machine: Machine = 'x86-64';
  /** Frames of the stack that was unwound last. */
  #depth = 0;

  constructor(
    parts: {
      readonly stacks: CallStacks;
      readonly spaces: AddressSpaces;
      readonly frames: FrameTable;
      readonly diagnostics: Diagnostics;
    },
    options: UnwinderOptions,
  ) {
    this.#stacks = parts.stacks;
    this.#spaces = parts.spaces;
    this.#frames = parts.frames;
    this.#diagnostics = parts.diagnostics;
    this.#options = options;
  }

  add(sample: CurrentSample, attr: EventAttr, space: number): void {
    if (sample.cursor.registersAbi === abi64) this.#unwind(sample, attr, space);
    else this.#diagnostics.count('unwind:32-bit', 'stacks of 32-bit programs are not unwound');
  }

  /**
   * A chain of frame pointers lacks the caller of a leaf that has no frame (yet, or any more). Where
   * registers were recorded too, a step by unwind information finds it: in the link register, or on the
   * stack if some of it was recorded. What it finds up to the chain's next frame is put in between.
   */
  completeChain(sample: CurrentSample, attr: EventAttr, space: number): void {
    if (sample.cursor.registersAbi !== abi64) return;
    const stacks = this.#stacks;
    const leaf = stacks.userStart;
    const unwinder = this.#unwound(sample, attr, space);
    const { frames } = unwinder;
    const next = leaf + 1 < stacks.length ? (stacks.frames[leaf + 1] as number) : -1;
    if (this.#depth < 2 || stacks.frames[leaf] !== 2 * (frames[0] as number)) return;
    let missing = 0;
    while (1 + missing < this.#depth && 2 * (frames[1 + missing] as number) !== next) missing++;
    // They never meet: of two opinions only the first step is sure.
    if (1 + missing === this.#depth) missing = 1;
    for (let at = missing; at > 0; at--) {
      stacks.insertFrame(leaf + 1, 2 * (frames[at] as number));
    }
  }

  #unwind(sample: CurrentSample, attr: EventAttr, space: number): void {
    const unwinder = this.#unwound(sample, attr, space);
    // In the middle of an exec: the registers are of a program that is gone and was never seen.
    if (unwinder.end === 'no-map' && sample.isKernelMode) return;
    const { frames } = unwinder;
    for (let at = 0; at < this.#depth; at++) this.#stacks.addFrame(2 * (frames[at] as number));
    if (unwinder.end !== 'complete') this.#note(unwinder.end);
  }

  #unwound(sample: CurrentSample, attr: EventAttr, space: number): StackUnwinder {
    const { cursor } = sample;
    const place = this.#place;
    place.registersAt = cursor.registersAt;
    place.layout = this.#layoutOf(attr);
    place.stackAt = Math.max(0, cursor.stackAt);
    place.stackBytes = cursor.stackBytes;
    this.#unwinder ??= new StackUnwinder(this.#machine, this.#spaces, this.#frames, this.#options);
    const unwinder = this.#unwinder;
    this.#depth = unwinder.unwind(sample.words, place, space);
    return unwinder;
  }

  #note(end: Exclude<UnwindEnd, 'complete'>): void {
    this.#stacks.end = end === 'cut' || end === 'too-deep' ? 'cut' : 'broken';
    if (end !== 'cut') this.#diagnostics.count(`unwind:${end}`, messages[end]);
  }

  #layoutOf(attr: EventAttr): RegisterLayout {
    let layout = this.#layouts.get(attr);
    if (layout === undefined) {
      const mask = attr.userRegisters;
      this.#machine = (mask & aarch64Pc) === 0n ? 'x86-64' : 'aarch64';
      layout = registerLayout(this.#machine, mask);
      this.#layouts.set(attr, layout);
    }
    return layout;
  }
}
