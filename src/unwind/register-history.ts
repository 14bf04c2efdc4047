import { ruleKinds } from '../dwarf/cfi-table.ts';
import type { Walk } from './walk.ts';

/**
 * Values of registers further up the stack, recovered only when a rule needs one: by looking back
 * through the frames walked so far for the nearest that saved it. One frame in a million needs this,
 * so the loops keep nothing but the frame pointer.
 */
export class RegisterHistory {
  readonly #walk: Walk;
  /** Registers in full at frame `#since`: what a signal handler saved, after a step through it. */
  #known: (bigint | undefined)[] | undefined;
  #since = 0;
  /** Where a step without unwind information found the caller's frame pointer; by frame. */
  readonly #frameSlots: Int32Array;

  constructor(walk: Walk) {
    this.#walk = walk;
    this.#frameSlots = new Int32Array(walk.maxFrames + 1).fill(-1);
  }

  /** Forgets the walk before. */
  reset(): void {
    this.#known = undefined;
    this.#since = 0;
  }

  /** From the frame that is added next on, these hold. */
  restartWith(registers: (bigint | undefined)[]): void {
    this.#known = registers;
    this.#since = this.#walk.depth;
  }

  /** The frame just added has its caller's frame pointer at a position; -1 = in the register still. */
  noteFrameSlot(position: number): void {
    this.#frameSlots[this.#walk.depth - 1] = position;
  }

  /** The value of a register in the frame that was added last. */
  value(register: number): bigint | undefined {
    const walk = this.#walk;
    if (register === walk.machine.stackPointer) return walk.memory.base + BigInt(walk.sp);
    for (let frame = walk.depth - 2; frame >= this.#since; frame--) {
      const saved = this.#savedAt(frame, register);
      if (saved === 'undefined') return undefined;
      if (saved !== 'kept') return walk.memory.memory(walk.memory.base + BigInt(saved), 8);
    }
    return this.#known === undefined ? walk.memory.register(register) : this.#known[register];
  }

  /** The position at which a frame saved its caller's value. */
  #savedAt(frame: number, register: number): number | 'kept' | 'undefined' {
    const walk = this.#walk;
    const found = walk.findRow(frame);
    if (found === undefined) {
      const slot = this.#frameSlots[frame] as number;
      return register === walk.machine.framePointer && slot >= 0 ? slot : 'kept';
    }
    const { row } = found;
    const kind = row.kind(register);
    if (kind === ruleKinds.unspecified || kind === ruleKinds.sameValue) return 'kept';
    if (kind !== ruleKinds.offset) return 'undefined';
    const position = (walk.cfas[frame] as number) + row.value(register);
    // Below the stack pointer: already restored, see the walk.
    const bottom = frame === 0 ? walk.memory.sp : (walk.cfas[frame - 1] as number);
    return position < bottom ? 'kept' : position;
  }
}
