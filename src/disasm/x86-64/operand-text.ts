import { unreachable } from '../../base/assert.ts';
import type { Syntax } from '../instruction.ts';
import type { MemoryOperand, Operand } from './operand.ts';

const sizeWords: Readonly<Record<number, string>> = {
  1: 'byte',
  2: 'word',
  4: 'dword',
  6: 'fword',
  8: 'qword',
  10: 'tbyte',
  16: 'xmmword',
  32: 'ymmword',
  64: 'zmmword',
};

/** `endAddress` is where the next instruction begins: relative targets count from there. */
export function operandText(operand: Operand, syntax: Syntax, endAddress: number): string {
  const isAtt = syntax === 'att';
  switch (operand.kind) {
    case 'register':
      return isAtt ? `%${operand.name}` : operand.name;
    case 'immediate':
      return isAtt ? `$${operand.text}` : operand.text;
    case 'target':
      return hex(endAddress + operand.distance);
    case 'word':
      return isAtt && operand.text === '1' ? '' : operand.text;
    case 'memory':
      return isAtt ? attMemory(operand) : intelMemory(operand);
    default:
      return unreachable(operand);
  }
}

function hex(value: number): string {
  // Below zero only when code is damaged: shown as the processor would take it.
  return value < 0
    ? `0x${BigInt.asUintN(64, BigInt(value)).toString(16)}`
    : `0x${value.toString(16)}`;
}

function signedHex(value: number): string {
  return value < 0 ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
}

function intelMemory(memory: MemoryOperand): string {
  const { base, index, scale, displacement, hasDisplacement, repeats } = memory;
  const word = sizeWords[memory.sizeBytes];
  const size = word === undefined ? '' : `${word} ${repeats > 0 ? 'bcst' : 'ptr'} `;
  if (base === '' && index === '') {
    const address = memory.absolute ?? BigInt.asUintN(64, BigInt(displacement));
    return `${size}${memory.segment || 'ds'}:0x${address.toString(16)}`;
  }
  const segment = memory.segment === '' ? '' : `${memory.segment}:`;
  const registers = [base, index === '' ? '' : `${index}*${scale}`].filter((part) => part !== '');
  const sign = displacement < 0 ? '' : '+';
  const distance = hasDisplacement ? `${sign}${signedHex(displacement)}` : '';
  return `${size}${segment}[${registers.join('+')}${distance}]`;
}

function attMemory(memory: MemoryOperand): string {
  const { base, index, scale, displacement, hasDisplacement, repeats } = memory;
  const segment = memory.segment === '' ? '' : `%${memory.segment}:`;
  const broadcast = repeats > 0 ? `{1to${repeats}}` : '';
  if (base === '' && index === '') {
    const address = memory.absolute ?? BigInt.asUintN(64, BigInt(displacement));
    return `${segment}0x${address.toString(16)}${broadcast}`;
  }
  const distance = hasDisplacement ? signedHex(displacement) : '';
  const second = index === '' ? '' : `,%${index},${scale}`;
  return `${segment}${distance}(${base === '' ? '' : `%${base}`}${second})${broadcast}`;
}
