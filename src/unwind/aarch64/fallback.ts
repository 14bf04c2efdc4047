import { returnsFromSignal, stepBySignalContext } from '../signal-context.ts';
import type { Walk } from '../walk.ts';
import { aarch64Registers } from './registers-table.ts';
import { addressHigh } from './walk-stack.ts';

/** A step from code without unwind information: assembler, Go, JIT. */
export function stepWithoutCfi(walk: Walk): boolean {
  if (returnsFromSignal(walk)) return stepBySignalContext(walk);
  if (stepByFramePointer(walk)) return true;
  if (walk.interrupted && stepByLinkRegister(walk)) return true;
  if (walk.depth >= walk.maxFrames) return walk.stop('too-deep');
  return walk.stop(framePointerIsZero(walk) ? 'complete' : 'no-cfi');
}

/** The outermost frame record has 0 for the caller's (AAPCS64 §6.4.6). */
function framePointerIsZero(walk: Walk): boolean {
  return walk.history.value(aarch64Registers.framePointer) === 0n;
}

/** A frame record: the caller's x29, then the return address (AAPCS64 §6.4.6). */
function stepByFramePointer(walk: Walk): boolean {
  const { memory, fp } = walk;
  if (fp < walk.sp || fp + 16 > memory.limit) return false;
  const word = memory.stackAt + (fp >> 2);
  const avma = returnAvma(memory.words[word + 2] as number, memory.words[word + 3] as number);
  if (avma === 0 || !walk.isCode(avma - 1)) return false;
  const caller = memory.position(memory.words[word] as number, memory.words[word + 1] as number);
  walk.history.noteFrameSlot(fp);
  return walk.goTo(avma, fp + 16, caller, false);
}

/** A leaf that has no frame yet. */
function stepByLinkRegister(walk: Walk): boolean {
  const avma = returnAvma(walk.linkLow, walk.linkHigh);
  if (avma === 0 || !walk.isCode(avma - 1)) return false;
  walk.history.noteFrameSlot(-1);
  return walk.goTo(avma, walk.sp, walk.fp, false);
}

function returnAvma(low: number, high: number): number {
  return addressHigh(high) * 2 ** 32 + (low >>> 0);
}
