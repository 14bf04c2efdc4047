import type { ExpressionWorld } from '../dwarf/expression.ts';
import { arrive } from './arrive.ts';
import type { FoundRow } from './images.ts';
import { RowRules } from './row-rules.ts';
import { stepBySignalContext } from './signal-context.ts';
import type { Walk } from './walk.ts';

/**
 * One step by the full row: signal frames, expressions, odd offsets, other registers. Works out every
 * register of the caller, because the next rule may need any of them.
 */
export function stepByRow(walk: Walk): boolean {
  const found = findRow(walk);
  if (found === undefined) return walk.machine.stepWithoutCfi(walk);
  const { machine } = walk;
  const { isSignalFrame } = found.fde.cie;
  if (isSignalFrame && machine.prefersSignalContext) return stepBySignalContext(walk);
  const row = new RowRules(found, walk); // before anything else is looked up
  if (row.endsHere) return walk.stop('complete');
  const before = Array.from({ length: machine.registerCount }, (_, register) =>
    valueBefore(walk, register),
  );
  const world: ExpressionWorld = {
    register: (number) => before[number],
    memory: (address, size) => walk.memory.memory(address, size),
  };
  const cfa = row.cfa(world);
  if (cfa === undefined) return walk.stop('no-progress');
  const after = before.map((_, register) => row.value(register, cfa, world));
  if (!row.says(machine.stackPointer)) after[machine.stackPointer] = cfa;
  return arrive(walk, after, after[machine.returnAddress], isSignalFrame);
}

function valueBefore(walk: Walk, register: number): bigint | undefined {
  const { machine } = walk;
  if (register !== machine.returnAddress) return walk.history.value(register);
  if (machine.returnIsInstructionPointer) return instructionPointer(walk);
  return walk.interrupted ? walk.history.value(register) : undefined;
}

function instructionPointer(walk: Walk): bigint {
  const lookup = (BigInt(walk.high >>> 0) << 32n) | BigInt(walk.low >>> 0);
  return walk.interrupted ? lookup : lookup + 1n;
}

/** A signal frame is looked up where it returns to: the instruction before is not part of it. */
function findRow(walk: Walk): FoundRow | undefined {
  const { frames, depth } = walk;
  const row = frames[depth - 1] as number;
  const found = walk.findRowAt(row);
  if (found === undefined || !found.fde.cie.isSignalFrame || walk.interrupted) return found;
  const exact = walk.returnRow();
  const better = walk.table.mapping(exact) < 0 ? undefined : walk.findRowAt(exact);
  if (better?.fde.cie.isSignalFrame === true) frames[depth - 1] = exact;
  return better ?? walk.findRowAt(row);
}
