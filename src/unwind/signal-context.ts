import { arrive } from './arrive.ts';
import type { Walk } from './walk.ts';

/**
 * Whether the frame just added returns into the code with which a handler gives control back to the
 * kernel. C libraries without unwind information (musl, Go's runtime) are known by these bytes alone.
 * A sample taken in that very system call stands behind it, where glibc's description has ended.
 */
export function returnsFromSignal(walk: Walk): boolean {
  const expected = walk.machine.signalReturnCode;
  const place = walk.interrupted
    ? walk.place(walk.frames[walk.depth - 1] as number)
    : walk.place(walk.returnRow());
  if (place === undefined) return false;
  const from = walk.interrupted ? place.svma - expected.length : place.svma;
  const code = place.image.code(from, expected.length);
  return code.length === expected.length && expected.every((byte, at) => code[at] === byte);
}

/** A step to what a signal interrupted, by the registers that the kernel saved on the stack. */
export function stepBySignalContext(walk: Walk): boolean {
  const { machine, memory, depth } = walk;
  if (!walk.interrupted) walk.frames[depth - 1] = walk.returnRow();
  const at = (offset: number): bigint | undefined =>
    offset < 0 ? undefined : memory.memory(memory.base + BigInt(walk.sp + offset), 8);
  const registers = Array.from({ length: machine.registerCount }, (_, register) =>
    at(machine.signalContext[register] ?? -1),
  );
  return arrive(walk, registers, at(machine.signalContextPointer), true);
}
