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

  it('finds a loop around a switch, whose cases only a table names', () => {
    // Row 1 is the header; 2 jumps through a table to 3 or 5, and both go back.
    expect(picture('- - j - j1 - c1 r')).toEqual(['1: 1-6 innermost']);
  });

  it('does not take padding for a way into a loop', () => {
    const padded = code('- c4 j6 nop - c3 r').map((each, row) =>
      row === 3 ? { ...each, mnemonic: 'nop' } : each,
    );
    // Nobody runs row 3: the loop goes from 4 over 5 to the instruction behind the padding.
    const around = padded.map((each, row) => (row === 5 ? { ...each, target: 16 } : each));
    const graph = flowGraph(around);
    expect(findLoops(graph).map(({ header }) => graph.blocks[header]?.first)).toEqual([4]);
  });

  it('has none in straight code', () => {
    expect(picture('- c3 - - r')).toEqual([]);
  });
});
