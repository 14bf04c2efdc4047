import type { Encoding } from './encoding.ts';
import type { OpcodeEntry } from './opcode-entry.ts';
import type { Operand } from './operand.ts';
import type { OperandReader } from './operands.ts';

const segmentWords: Readonly<Record<number, string>> = {
  38: 'es',
  46: 'cs',
  54: 'ss',
  62: 'ds',
  100: 'fs',
  101: 'gs',
};
const moving = /^(?:movs|stos|lods|ins|outs)$/;
const comparing = /^(?:cmps|scas)$/;
const branching = /^(?:call|jmp|ret|j\w+)$/;

/** Prefixes that the operands do not already show, in the order they stand. */
export function prefixWords(
  encoding: Encoding,
  entry: OpcodeEntry,
  operands: readonly Operand[],
  reader: OperandReader,
): string[] {
  if (encoding.kind !== 'legacy') return [];
  const { prefixes, prefix, w } = encoding;
  if (prefixes.length === 0 && w === 0) return [];
  const lastSize = prefixes.lastIndexOf(0x66);
  const hasMemory = operands.some((operand) => operand.kind === 'memory');
  const words = prefixes.map((byte, index) => {
    const isMandatory = entry.prefix === prefix && entry.prefix > 0;
    switch (byte) {
      case 0x66: {
        const isUsed =
          reader.usesOperandSize || /^[AD]X$/.test(entry.name) || (isMandatory && prefix === 1);
        return index === lastSize && isUsed ? '' : 'data16';
      }
      case 0x67:
        return hasMemory ? '' : 'addr32';
      case 0xf0:
        return 'lock';
      case 0xf2:
      case 0xf3:
        return isMandatory && prefix > 1 ? '' : repeatWord(byte, entry.name, prefixes);
      default:
        return segmentWord(byte, entry.name, operands);
    }
  });
  const isWide = w === 1 && entry.w < 0 && !reader.usesW && !/^[AD]X$/.test(entry.name);
  return [...words, isWide && entry.operands.length > 0 ? 'rex.W' : ''].filter(
    (word) => word !== '',
  );
}

function repeatWord(byte: number, name: string, prefixes: readonly number[]): string {
  if (moving.test(name)) return byte === 0xf3 ? 'rep' : 'repnz';
  if (comparing.test(name)) return byte === 0xf3 ? 'repz' : 'repnz';
  if (prefixes.includes(0xf0)) return byte === 0xf3 ? 'xrelease' : 'xacquire';
  if (byte === 0xf2 && branching.test(name)) return 'bnd';
  return byte === 0xf3 ? 'repz' : 'repnz';
}

function segmentWord(byte: number, name: string, operands: readonly Operand[]): string {
  const [first] = operands;
  if (byte === 0x3e && /^(?:call|jmp)$/.test(name) && first?.kind !== 'target') return 'notrack';
  const isShown = operands.some((operand) => operand.kind === 'memory') && byte >= 0x64;
  return isShown ? '' : (segmentWords[byte] ?? '');
}
