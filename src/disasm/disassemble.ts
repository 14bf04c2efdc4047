import { Aarch64Decoder } from './aarch64/decode-aarch64.ts';
import type { Architecture, Instruction, Syntax } from './instruction.ts';
import { X86Decoder } from './x86-64/decode-x86.ts';

/** Decodes one kind of code. Making one reads tables: keep it. */
export interface Decoder {
  /** The instruction at `code[at]`; bytes that are none are an instruction of kind `bad`. */
  decode(code: Uint8Array, at: number, address: number, syntax: Syntax): Instruction;
}

export function createDecoder(architecture: Architecture): Decoder {
  return architecture === 'x86-64' ? new X86Decoder() : new Aarch64Decoder();
}

/** All of a stretch of code, one instruction after the other, from its first byte to its last. */
export function disassemble(
  decoder: Decoder,
  code: Uint8Array,
  address: number,
  syntax: Syntax,
): Instruction[] {
  const instructions: Instruction[] = [];
  for (let at = 0; at < code.length; ) {
    const next = decoder.decode(code, at, address + at, syntax);
    const length = Math.min(next.length, code.length - at);
    instructions.push(length === next.length ? next : { ...next, length });
    at += length;
  }
  return instructions;
}

/** Enough to tell code from noise. */
const bytesLookedAt = 4096;

/** Which processor code is for: the one whose decoder understands more of it. */
export function guessDecoder(codes: readonly Uint8Array[]): {
  readonly architecture: Architecture;
  readonly decoder: Decoder;
} {
  const x86 = createDecoder('x86-64');
  const arm = createDecoder('aarch64');
  return badShare(arm, codes) < badShare(x86, codes)
    ? { architecture: 'aarch64', decoder: arm }
    : { architecture: 'x86-64', decoder: x86 };
}

function badShare(decoder: Decoder, codes: readonly Uint8Array[]): number {
  let bad = 0;
  let seen = 0;
  for (const code of codes) {
    if (seen > bytesLookedAt) break;
    const part = code.subarray(0, bytesLookedAt);
    for (const { kind, length } of disassemble(decoder, part, 0, 'intel')) {
      seen += length;
      if (kind === 'bad') bad += length;
    }
  }
  return seen === 0 ? 1 : bad / seen;
}
