import { describe, expect, it } from 'vitest';
import { flowGraph } from './flow-graph.ts';
import type { Instruction, InstructionKind } from './instruction.ts';
import { findLoops } from './loops.ts';

/** One line per instruction: its kind's sign and, for jumps, the row it goes to. */
function code(text: string): Instruction[] {
  const signs: Readonly<Record<string, InstructionKind>> = {
    '-': 'other',
    j: 'jump',
    c: 'conditional-jump',
    r: 'return',
  };
  return text
    .trim()
    .split(/\s+/)
    .map((word, row) => ({
      address: row * 4,
      length: 4,
      mnemonic: word,
      operands: '',
      kind: signs[word[0] ?? ''] ?? 'other',
      target: word.length > 1 ? Number(word.slice(1)) * 4 : -1,
      reference: -1,
    }));
}

function picture(text: string): string[] {
  const graph = flowGraph(code(text));
  return findLoops(graph).map(({ depth, blocks, isInnermost }) => {
    const rows = blocks.map((block) => graph.blocks[block]);
    const first = Math.min(...rows.map((row) => row?.first ?? 0));
    const end = Math.max(...rows.map((row) => row?.end ?? 0));
    return `${depth}: ${first}-${end - 1}${isInnermost ? ' innermost' : ''}`;
  });
}

describe('findLoops', () => {
  it('finds a loop of one block', () => {
    expect(picture('- - - c1 r')).toEqual(['1: 1-3 innermost']);
  });

  it('nests loops', () => {
    expect(picture('- - - c2 - c1 r')).toEqual(['1: 1-5', '2: 2-3 innermost']);
  });

  it('joins two jumps back to one header', () => {
    expect(picture('- - c1 - c1 r')).toEqual(['1: 1-4 innermost']);
  });

  it('takes a jump into the middle for no loop', () => {
    // Row 3 is reached from outside as well: the jump back does not have to pass its target.
    expect(picture('c3 - - - c1 r')).toEqual([]);
  });

  it('finds loops behind a jump that goes where nobody knows', () => {
    const graph = flowGraph(code('j - - c1 r'));
    expect(graph.isPartial).toBe(true);
    expect(picture('j - - c1 r')).toEqual(['1: 1-3 innermost']);
  });

  it('has none in straight code', () => {
    expect(picture('- c3 - - r')).toEqual([]);
  });
});
