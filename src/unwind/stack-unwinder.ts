import type { SectionCodec } from '../object/section-data.ts';
import { aarch64Machine } from './aarch64/machine.ts';
import { walkStack as walkAarch64 } from './aarch64/walk-stack.ts';
import type { AddressSpaces } from './address-spaces.ts';
import type { FrameTable } from './frame-table.ts';
import type { Machine } from './machine.ts';
import type { RegisterLayout } from './register-layout.ts';
import type { SamplePlace } from './sample-memory.ts';
import type { UnwindEnd } from './unwind-end.ts';
import { Walk } from './walk.ts';
import { x86Machine } from './x86-64/machine.ts';
import { walkStack as walkX86 } from './x86-64/walk-stack.ts';

export interface UnwinderOptions {
  /** Without it compressed `.debug_frame` sections are not used. */
  readonly codec?: SectionCodec;
  /** 1024 unless given. */
  readonly maxFrames?: number;
}

/** Stacks from registers and copied stack bytes. Reused for all samples: it allocates nothing per stack. */
export class StackUnwinder {
  readonly #machine: Machine;
  readonly #walk: Walk;

  constructor(
    machine: Machine,
    spaces: AddressSpaces,
    frames: FrameTable,
    options: UnwinderOptions = {},
  ) {
    this.#machine = machine;
    const rules = machine === 'x86-64' ? x86Machine : aarch64Machine;
    this.#walk = new Walk(rules, spaces, frames, options);
  }

  /** Rows of the frame table, leaf first; valid until the next call. */
  get frames(): Int32Array {
    return this.#walk.frames;
  }

  /** Why the last stack ended where it did. */
  get end(): UnwindEnd {
    return this.#walk.end;
  }

  /** Unwinds one sample and returns how many frames it has. */
  unwind(words: Int32Array, place: SamplePlace, space: number): number {
    const walk = this.#walk;
    const { memory, machine } = walk;
    const { layout } = place;
    walk.depth = 0;
    if (!memory.open(words, place, machine.stackPointer) || layout.instructionPointer < 0) {
      walk.end = 'no-registers';
      return 0;
    }
    this.#begin(walk, layout, space);
    if (walk.high >>> 16 !== 0) this.#endOutside(walk);
    else if (memory.sp !== 0 && !walk.firstStep()) return walk.depth;
    else if (this.#machine === 'x86-64') walkX86(walk);
    else walkAarch64(walk);
    return walk.depth;
  }

  #begin(walk: Walk, layout: RegisterLayout, space: number): void {
    const { memory, machine } = walk;
    const { words, registersAt } = memory;
    const pointerAt = layout.words[machine.framePointer] as number;
    walk.space = space;
    walk.low = words[registersAt + layout.instructionPointer] as number;
    walk.high = words[registersAt + layout.instructionPointer + 1] as number;
    walk.sp = memory.sp;
    walk.fp =
      pointerAt < 0
        ? memory.position(0, -1)
        : memory.position(
            words[registersAt + pointerAt] as number,
            words[registersAt + pointerAt + 1] as number,
          );
    const linkAt = layout.words[machine.returnAddress] as number;
    walk.linkLow = linkAt < 0 ? 0 : (words[registersAt + linkAt] as number);
    walk.linkHigh = linkAt < 0 ? 0 : (words[registersAt + linkAt + 1] as number);
    walk.interrupted = true;
    walk.history.reset();
  }

  /** An instruction pointer that is no user address. */
  #endOutside(walk: Walk): void {
    walk.push();
    walk.end = 'no-map';
  }
}
