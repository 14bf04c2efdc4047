import type { Instruction } from '../../disasm/index.ts';
import {
  type FrameIndex,
  frameName,
  type MappingIndex,
  type Profile,
} from '../../profile/index.ts';
import { type KeyedCosts, keyedCosts, type StackCosts } from '../keyed-costs.ts';
import { type CodePiece, distance } from './function-code.ts';

/** An instruction with the piece of code it stands in; its address counts from the mapping's start. */
export interface PlacedInstruction extends Instruction {
  readonly piece: CodePiece;
}

export interface InstructionCosts extends KeyedCosts {
  /** Per instruction the function it called most, as samples tell; '' = none. */
  readonly callee: readonly string[];
  /** Per instruction a physical frame that was sampled there, and the innermost inlined one; -1 = none. */
  readonly frame: Int32Array;
  readonly innermost: Int32Array;
}

/** What each instruction cost: its own time, and with what it called. */
export function instructionCosts(
  profile: Profile,
  instructions: readonly PlacedInstruction[],
  costs: StackCosts,
): InstructionCosts {
  const rowOf = rowFinder(profile, instructions);
  const { frames } = profile;
  const rowOfFrame = new Int32Array(frames.length).fill(-1);
  const frame = new Int32Array(instructions.length).fill(-1);
  const innermost = new Int32Array(instructions.length).fill(-1);
  const deepest = new Int32Array(instructions.length).fill(-1);
  for (let each = 0; each < frames.length; each++) {
    const row = rowOf(each as FrameIndex);
    rowOfFrame[each] = row;
    if (row < 0) continue;
    const depth = frames.inlineDepth[each] as number;
    if (depth === 0) frame[row] = each;
    if (depth > (deepest[row] as number)) {
      deepest[row] = depth;
      innermost[row] = each;
    }
  }
  const callee = calleesOf(profile, instructions.length, rowOfFrame, costs);
  const sums = keyedCosts(profile, rowOfFrame, instructions.length, costs);
  return { ...sums, frame, innermost, callee };
}

function calleesOf(
  profile: Profile,
  length: number,
  rowOfFrame: Int32Array,
  { inclusive }: StackCosts,
): string[] {
  const { stacks, frames } = profile;
  const sums = Array.from({ length }, () => new Map<string, number>());
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack] as number;
    const frame = stacks.frame[stack] as FrameIndex;
    if (parent < 0 || (frames.inlineDepth[frame] as number) > 0) continue;
    const row = rowOfFrame[stacks.frame[parent] as number] as number;
    if (row < 0) continue;
    const name = frameName(profile, frame);
    const sum = sums[row];
    sum?.set(name, (sum.get(name) ?? 0) + (inclusive[stack] as number));
  }
  return sums.map((sum) => [...sum].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '');
}

function rowFinder(
  profile: Profile,
  instructions: readonly PlacedInstruction[],
): (frame: FrameIndex) => number {
  const { frames } = profile;
  const starts = Float64Array.from(instructions, ({ address }) => address);
  const pieces = pieceRows(instructions);
  return (frame) => {
    const mapping = frames.mapping[frame] as MappingIndex;
    const address = frames.address[frame] as number;
    if (mapping < 0 || address < 0) return -1;
    for (const { piece, from, end } of pieces) {
      const at = address + distance(profile, mapping, piece.mapping);
      if (at >= piece.address && at < piece.address + piece.bytes.length) {
        return lastAtOrBefore(starts, at, from, end);
      }
    }
    return -1;
  };
}

/** Each piece of code with the rows of its instructions: from … end − 1. */
function pieceRows(
  instructions: readonly PlacedInstruction[],
): { readonly piece: CodePiece; readonly from: number; readonly end: number }[] {
  const pieces = [...new Set(instructions.map(({ piece }) => piece))];
  return pieces.map((piece) => ({
    piece,
    from: instructions.findIndex((each) => each.piece === piece),
    end: instructions.findLastIndex((each) => each.piece === piece) + 1,
  }));
}

function lastAtOrBefore(starts: Float64Array, at: number, from: number, end: number): number {
  let low = from;
  let high = end - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
