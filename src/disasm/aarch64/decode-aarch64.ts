import type { Instruction } from '../instruction.ts';
import { branchOrSystem } from './branches.ts';
import { dataImmediate } from './data-immediate.ts';
import { dataRegister } from './data-register.ts';
import { floatScalar } from './float-scalar.ts';
import { loadOrStore } from './loads-stores.ts';
import { vector, vectorScalar } from './vector.ts';
import { bit, bits, type Decoded, hex } from './word.ts';

/** Decodes AArch64: four bytes each, little-endian. */
export class Aarch64Decoder {
  decode(code: Uint8Array, at: number, address: number): Instruction {
    const word =
      ((code[at] ?? 0) |
        ((code[at + 1] ?? 0) << 8) |
        ((code[at + 2] ?? 0) << 16) |
        ((code[at + 3] ?? 0) << 24)) >>>
      0;
    const decoded = at + 4 > code.length ? undefined : decodeWord(word, address);
    return {
      address,
      length: 4,
      mnemonic: '.inst',
      operands: `0x${word.toString(16).padStart(8, '0')}`,
      kind: decoded === undefined ? 'bad' : 'other',
      target: -1,
      reference: -1,
      ...decoded,
    };
  }
}

/** By the groups of the encoding (Arm manual, C4.1). */
function decodeWord(word: number, address: number): Decoded | undefined {
  switch (bits(word, 28, 25)) {
    case 0b0000:
      return bits(word, 31, 16) === 0
        ? { mnemonic: 'udf', operands: hex(bits(word, 15, 0)).replace('0x', ''), kind: 'trap' }
        : undefined;
    case 0b1000:
    case 0b1001:
      return dataImmediate(word, address);
    case 0b1010:
    case 0b1011:
      return branchOrSystem(word, address);
    case 0b0100:
    case 0b0110:
    case 0b1100:
    case 0b1110:
      return loadOrStore(word, address);
    case 0b0101:
    case 0b1101:
      return dataRegister(word);
    case 0b0111:
      return vector(word);
    case 0b1111:
      return bit(word, 30) === 1 ? vectorScalar(word) : floatScalar(word);
    default:
      return undefined;
  }
}
