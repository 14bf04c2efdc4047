import { badPosition, farPosition } from './sample-memory.ts';
import type { Walk } from './walk.ts';

/** Moves to the caller whose registers are all known; `isSignal` = it was interrupted. */
export function arrive(
  walk: Walk,
  registers: (bigint | undefined)[],
  returnTo: bigint | undefined,
  isSignal: boolean,
): boolean {
  const { machine, memory } = walk;
  const sp = landing(memory.positionOf(registers[machine.stackPointer] ?? 0n), memory.limit);
  if (returnTo === undefined) return walk.stop(sp >= memory.limit ? 'cut' : 'no-progress');
  const advances = sp > walk.sp || (sp === walk.sp && walk.interrupted);
  // A handler on a stack of its own: where it interrupted is not in the copy.
  const isElsewhere = isSignal && !advances;
  if (!advances && !isElsewhere) return walk.stop('no-progress');
  const pointer = registers[machine.framePointer] ?? 0n;
  const fp = memory.position(Number(BigInt.asIntN(32, pointer)), Number(pointer >> 32n) | 0);
  const link = registers[machine.returnAddress] ?? 0n;
  walk.linkLow = Number(BigInt.asIntN(32, link));
  walk.linkHigh = Number(BigInt.asIntN(32, link >> 32n));
  walk.history.restartWith(registers);
  const avma = Number(returnTo & machine.addressMask);
  return walk.goTo(avma, isElsewhere ? farPosition : sp, fp, isSignal);
}

/** Positions past the copy are all alike. */
function landing(position: number, limit: number): number {
  return position !== badPosition && position > limit ? farPosition : position;
}
