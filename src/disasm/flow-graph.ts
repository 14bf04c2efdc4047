import type { Instruction } from './instruction.ts';

/** A run of instructions that is entered at its first and left at its last only. */
export interface BasicBlock {
  /** Rows of the instructions: first … end − 1. */
  readonly first: number;
  readonly end: number;
  /** Blocks that control can go on to. */
  readonly successors: readonly number[];
}

export interface FlowGraph {
  /** In the order of their addresses; block 0 is the entry. */
  readonly blocks: readonly BasicBlock[];
  /** Per instruction its block. */
  readonly blockOf: Int32Array;
  /** Whether some jumps go where only the running program knows. */
  readonly isPartial: boolean;
}

/** Blocks of the instructions of a function. Jumps out of it are calls that never come back. */
export function flowGraph(instructions: readonly Instruction[]): FlowGraph {
  const rowAt = new Map(instructions.map(({ address }, row) => [address, row]));
  const isLeader = new Uint8Array(instructions.length + 1);
  isLeader[0] = 1;
  instructions.forEach((instruction, row) => {
    if (!endsBlock(instruction)) return;
    isLeader[row + 1] = 1;
    const target = rowAt.get(instruction.target);
    if (target !== undefined) isLeader[target] = 1;
  });
  const blockOf = new Int32Array(instructions.length);
  const starts: number[] = [];
  for (let row = 0; row < instructions.length; row++) {
    if (isLeader[row] === 1) starts.push(row);
    blockOf[row] = starts.length - 1;
  }
  const blocks = starts.map((first, index): BasicBlock => {
    const end = starts[index + 1] ?? instructions.length;
    return { first, end, successors: successorsOf(end - 1, instructions, rowAt, blockOf) };
  });
  const isPartial = instructions.some(({ kind, target }) => kind === 'jump' && target < 0);
  const linked = isPartial ? withTables(blocks, instructions) : blocks;
  return { blocks: linked, blockOf, isPartial };
}

/**
 * Jumps through tables go to the blocks that nothing else leads to: those that a switch chooses from. So a
 * loop around a switch is found without reading its table.
 */
function withTables(
  blocks: readonly BasicBlock[],
  instructions: readonly Instruction[],
): readonly BasicBlock[] {
  const isLedTo = new Uint8Array(blocks.length);
  for (const { successors } of blocks) for (const next of successors) isLedTo[next] = 1;
  const cases = blocks.flatMap((block, index) =>
    index > 0 && isLedTo[index] === 0 && !isPadding(block, instructions) ? [index] : [],
  );
  return blocks.map((block) => {
    const last = instructions[block.end - 1];
    const isTable = last?.kind === 'jump' && last.target < 0;
    return isTable ? { ...block, successors: cases } : block;
  });
}

/** What assemblers put between blocks so that the next one begins at a round address. */
function isPadding({ first, end }: BasicBlock, instructions: readonly Instruction[]): boolean {
  return instructions
    .slice(first, end)
    .every(({ mnemonic }) => /\bnop|^int3$|^udf$/.test(mnemonic) || mnemonic === 'xchg');
}

function endsBlock({ kind }: Instruction): boolean {
  return kind !== 'other' && kind !== 'call';
}

function successorsOf(
  last: number,
  instructions: readonly Instruction[],
  rowAt: ReadonlyMap<number, number>,
  blockOf: Int32Array,
): number[] {
  const instruction = instructions[last];
  if (instruction === undefined) return [];
  const { kind, target } = instruction;
  const goesOn = kind === 'other' || kind === 'call' || kind === 'conditional-jump';
  const rows = [
    ...(goesOn && last + 1 < instructions.length ? [last + 1] : []),
    ...(kind === 'jump' || kind === 'conditional-jump' ? [rowAt.get(target) ?? -1] : []),
  ];
  // A jump to the next instruction goes on to the same block twice.
  return [...new Set(rows.filter((row) => row >= 0).map((row) => blockOf[row] as number))];
}
