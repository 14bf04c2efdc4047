import type { Instruction } from '../instruction.ts';

/** Decodes AArch64: four bytes each, little-endian. */
export class Aarch64Decoder {
  decode(code: Uint8Array, at: number, address: number): Instruction {
    const word =
      ((code[at] ?? 0) |
        ((code[at + 1] ?? 0) << 8) |
        ((code[at + 2] ?? 0) << 16) |
        ((code[at + 3] ?? 0) << 24)) >>>
      0;
    return {
      address,
      length: 4,
      mnemonic: '.inst',
      operands: `0x${word.toString(16).padStart(8, '0')}`,
      kind: 'bad',
      target: -1,
      reference: -1,
    };
  }
}
