import { unreachable } from '../../base/assert.ts';
import type { Encoding } from './encoding.ts';
import type { OpcodeEntry } from './opcode-entry.ts';
import type { Operand } from './operand.ts';

const letters: Readonly<Record<number, string>> = { 1: 'b', 2: 'w', 4: 'l', 8: 'q' };
const vectorLetters: Readonly<Record<number, string>> = { 16: 'x', 32: 'y' };
/** Sign extensions, whose name is their width: 16, 32 and 64 bits. */
const extensions: Readonly<Record<string, readonly string[]>> = {
  AX: ['cbw', 'cwde', 'cdqe'],
  DX: ['cwd', 'cdq', 'cqo'],
};
const attExtensions: Readonly<Record<string, readonly string[]>> = {
  AX: ['cbtw', 'cwtl', 'cltq'],
  DX: ['cwtd', 'cltd', 'cqto'],
};

/** The name, for those that have another one at another width. */
export function widenedName(entry: OpcodeEntry, encoding: Encoding, isAtt: boolean): string {
  const { opcode, map, kind, prefixes, w, b } = encoding;
  const isWord = prefixes.includes(0x66);
  const widths = (isAtt ? attExtensions : extensions)[entry.name];
  if (widths !== undefined) return widths[w === 1 ? 2 : isWord ? 0 : 1] ?? '';
  if (kind === 'legacy' && map === 0 && opcode === 0x90 && entry.name === 'xchg') {
    return b === 0 && !isWord ? 'nop' : 'xchg';
  }
  return isAtt ? entry.attName : entry.name;
}

/** AT&T's name with the size letter that its operands do not tell. */
export function attMnemonic(
  entry: OpcodeEntry,
  name: string,
  operands: readonly Operand[],
): string {
  const memory = operands.find((operand) => operand.kind === 'memory');
  const [first] = operands;
  const last = operands.at(-1);
  switch (entry.attSuffix) {
    case 'none':
      return name;
    case 'memory':
      return memory === undefined ? name : name + (letters[memory.sizeBytes] ?? '');
    case 'always':
      return name + (letters[sizeOf(memory ?? last)] ?? '');
    case 'first':
      return name + (letters[sizeOf(first)] ?? '');
    case 'vector':
      return memory === undefined
        ? name
        : name + (vectorLetters[memory.sizeBytes * Math.max(1, memory.repeats)] ?? '');
    default:
      return unreachable(entry.attSuffix);
  }
}

function sizeOf(operand: Operand | undefined): number {
  return operand?.kind === 'register' || operand?.kind === 'memory' ? operand.sizeBytes : 0;
}
