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
  'no-cfi': 'stacks end in code without unwind information',
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

  #unwind(sample: CurrentSample, attr: EventAttr, space: number): void {
    const { cursor } = sample;
    const place = this.#place;
    place.registersAt = cursor.registersAt;
    place.layout = this.#layoutOf(attr);
    place.stackAt = Math.max(0, cursor.stackAt);
    place.stackBytes = cursor.stackBytes;
    this.#unwinder ??= new StackUnwinder(this.#machine, this.#spaces, this.#frames, this.#options);
    const unwinder = this.#unwinder;
    const length = unwinder.unwind(sample.words, place, space);
    const { frames } = unwinder;
    for (let at = 0; at < length; at++) this.#stacks.addFrame(2 * (frames[at] as number));
    if (unwinder.end !== 'complete') this.#note(unwinder.end);
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
