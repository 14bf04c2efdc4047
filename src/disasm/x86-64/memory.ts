import type { CodeCursor, Encoding } from './encoding.ts';
import { generalRegister } from './registers-table.ts';

/** An address as ModRM and SIB spell it; '' = no such register. */
export interface MemoryAddress {
  readonly base: string;
  /** A number until it is known whether it counts general or vector registers; -1 = none. */
  readonly index: number;
  readonly addressBytes: number;
  readonly scale: number;
  readonly displacement: number;
  /** Whether a displacement is encoded: then it is written even when it is 0. */
  readonly hasDisplacement: boolean;
  /** One byte of displacement counts in units of the operand under EVEX. */
  readonly isShort: boolean;
  readonly isRipRelative: boolean;
  /** SIB says a scale and no index. */
  readonly hasEmptyIndex: boolean;
}

export function readMemory(cursor: CodeCursor, modrm: number, encoding: Encoding): MemoryAddress {
  const mod = modrm >> 6;
  const rm = modrm & 7;
  const addressBytes = encoding.prefixes.includes(0x67) ? 4 : 8;
  let base = rm;
  let index = -1;
  let scale = 1;
  let hasEmptyIndex = false;
  if (rm === 4) {
    const sib = cursor.byte();
    base = sib & 7;
    scale = 1 << (sib >> 6);
    index = ((sib >> 3) & 7) | encoding.x;
    hasEmptyIndex = index === 4 && scale > 1;
  }
  const isRipRelative = mod === 0 && rm === 5;
  const hasBase = !(mod === 0 && base === 5);
  const size = mod === 1 ? 1 : mod === 2 || !hasBase ? 4 : 0;
  const name = hasBase ? generalRegister(base | encoding.b, addressBytes, true) : '';
  return {
    base: isRipRelative ? (addressBytes === 4 ? 'eip' : 'rip') : name,
    index,
    addressBytes,
    scale,
    displacement: size === 0 ? 0 : cursor.signed(size),
    hasDisplacement: size > 0,
    isShort: size === 1,
    isRipRelative,
    hasEmptyIndex,
  };
}
