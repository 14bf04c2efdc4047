import { returnsFromSignal, stepBySignalContext } from '../signal-context.ts';
import type { Walk } from '../walk.ts';
import { x86Registers } from './registers-table.ts';

/** A step from code without unwind information: assembler, Go, JIT. */
export function stepWithoutCfi(walk: Walk): boolean {
  if (returnsFromSignal(walk)) return stepBySignalContext(walk);
  if (walk.interrupted && stepByCode(walk)) return true;
  if (stepByFramePointer(walk)) return true;
  if (walk.depth >= walk.maxFrames) return walk.stop('too-deep');
  return walk.stop(framePointerIsZero(walk) ? 'complete' : 'no-cfi');
}

/** The outermost function of a runtime with frame pointers is called with rbp = 0. */
function framePointerIsZero(walk: Walk): boolean {
  return walk.history.value(x86Registers.framePointer) === 0n;
}

/** `push rbp; mov rbp, rsp` was done: the return address is above the saved rbp. */
function stepByFramePointer(walk: Walk): boolean {
  const { memory, fp } = walk;
  if (fp < walk.sp || fp + 16 > memory.limit) return false;
  return stepFrom(walk, fp + 8, fp);
}

const pushRbp = 0x55;
const ret = 0xc3;

/**
 * Where the return address is by the instruction at hand: at the first instruction of a function and at
 * its `ret` it is on top of the stack, between `push rbp` and `mov rbp, rsp` one word below. Linkers
 * other than GNU's describe no PLT stubs, which are `jmp [got]; push index; jmp first stub`.
 */
function stepByCode(walk: Walk): boolean {
  const place = walk.place(walk.frames[walk.depth - 1] as number);
  if (place === undefined) return false;
  const code = place.image.code(place.svma, 12);
  const at = startsWith(code, 0, [0xf3, 0x0f, 0x1e, 0xfa]) ? 4 : 0; // endbr64
  const isTop = code[at] === pushRbp || code[at] === ret || isStub(code, at);
  if (isTop) return stepFrom(walk, walk.sp, -1);
  const before = place.image.code(place.svma - 5, 5);
  const movesSp =
    startsWith(code, 0, [0x48, 0x89, 0xe5]) || startsWith(code, 0, [0x48, 0x8b, 0xec]);
  if (movesSp && before[4] === pushRbp) return stepFrom(walk, walk.sp + 8, walk.sp);
  const jumpsOn = code[0] === jump && before[0] === pushIndex;
  if (jumpsOn) return stepFrom(walk, walk.sp + 8, -1);
  const isInSystemCall = startsWith(before, 3, [0x0f, 0x05]);
  return isInSystemCall && isAfterCall(walk, walk.sp) && stepFrom(walk, walk.sp, -1);
}

/**
 * glibc's `clone3` ends its unwind information before the system call, because it would be wrong for the
 * new thread, whose stack is empty. For the one that calls it the return address is on top.
 */
function isAfterCall(walk: Walk, returnAt: number): boolean {
  const { memory } = walk;
  if (returnAt < 0 || returnAt + 8 > memory.limit) return false;
  const word = memory.stackAt + (returnAt >> 2);
  const [low = 0, high = 0] = memory.words.subarray(word, word + 2);
  const place = walk.place(walk.table.frame(low, high, walk.space));
  if (place === undefined) return false;
  const code = place.image.code(place.svma - 7, 7);
  const isDirect = code[2] === callRelative;
  // `ff /2` with its operands of 0, 1, 4 or 5 bytes.
  const isIndirect = [5, 4, 1, 0].some(
    (at) => code[at] === 0xff && ((code[at + 1] as number) & 0x38) === 0x10,
  );
  return isDirect || isIndirect;
}

const callRelative = 0xe8;

const pushIndex = 0x68;
const jump = 0xe9;

function isStub(code: Uint8Array, at: number): boolean {
  const jumpsThroughTable = startsWith(code, at, [0xff, 0x25]);
  const jumpsBound = startsWith(code, at, [0xf2, 0xff, 0x25]);
  return jumpsThroughTable || jumpsBound || (code[at] === pushIndex && code[at + 5] === jump);
}

function startsWith(code: Uint8Array, from: number, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => code[from + at] === byte);
}

/** With the return address at one position and the caller's rbp at another (-1 = in rbp still). */
function stepFrom(walk: Walk, returnAt: number, slot: number): boolean {
  const { memory } = walk;
  if ((returnAt & 7) !== 0 || returnAt + 8 > memory.limit) return false;
  const word = memory.stackAt + (returnAt >> 2);
  const high = memory.words[word + 1] as number;
  const avma = (high >>> 0) * 2 ** 32 + ((memory.words[word] as number) >>> 0);
  if (avma === 0 || high >>> 16 !== 0 || !walk.isCode(avma - 1)) return false;
  const slotWord = memory.stackAt + (slot >> 2);
  const fp =
    slot < 0
      ? walk.fp
      : memory.position(memory.words[slotWord] as number, memory.words[slotWord + 1] as number);
  walk.history.noteFrameSlot(slot);
  return walk.goTo(avma, returnAt + 8, fp, false);
}
