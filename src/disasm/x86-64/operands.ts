import type { CodeCursor, Encoding } from './encoding.ts';
import { type MemoryAddress, readMemory } from './memory.ts';
import type { MemoryOperand, Operand } from './operand.ts';
import { generalRegister, segmentRegisters, vectorRegister } from './registers-table.ts';

const roundings = ['{rn-sae}', '{rd-sae}', '{ru-sae}', '{rz-sae}'];
const segments: Readonly<Record<number, string>> = { 100: 'fs', 101: 'gs' };
const fixedSizes: Readonly<Record<string, number>> = {
  b: 1,
  w: 2,
  d: 4,
  q: 8,
  t: 10,
  o: 16,
  Y: 32,
};

/**
 * Reads the operands of one instruction, in Intel's order. A code is a letter for where the operand is
 * (as in SDM volume 2, appendix A.2, with a few of our own), one for its size, and perhaps one more for
 * its size in memory:
 *
 *   E rm, general    G reg, general    R as E    B vvvv, general   Z opcode     A the accumulator
 *   W rm, vector     V reg, vector               H vvvv, vector    L imm8[7:4]  Y rm, with a vector as index
 *   Q N rm, MMX      P reg, MMX        K mask    M memory          F st(i)      S C D segment, control, debug
 *   I immediate      J relative        T moffs   X O ds:[rsi], es:[rdi]
 */
export class OperandReader {
  readonly #cursor: CodeCursor;
  readonly #encoding: Encoding;
  readonly #modrm: number;
  readonly #memory: MemoryAddress | undefined;
  readonly #vectorBytes: number;
  /** Whether a prefix had a say in a size, and so needs not be shown. */
  usesOperandSize = false;
  usesW = false;

  constructor(cursor: CodeCursor, encoding: Encoding, hasModrm: boolean, isRounded: boolean) {
    this.#cursor = cursor;
    this.#encoding = encoding;
    this.#modrm = hasModrm ? cursor.byte() : -1;
    const isMemory = hasModrm && this.#modrm < 0xc0;
    this.#memory = isMemory ? readMemory(cursor, this.#modrm, encoding) : undefined;
    // The bits of the length hold the rounding mode instead.
    const isChosenRounding = isRounded && encoding.broadcast && !isMemory;
    this.#vectorBytes = isChosenRounding ? 64 : 16 << Math.min(encoding.l, 2);
  }

  get modrm(): number {
    return this.#modrm;
  }

  /** The last byte of those with a predicate or a count. */
  imm8(): number {
    return this.#cursor.byte();
  }

  read(code: string): Operand | undefined {
    const [where = '', size = '', memorySize = size] = code;
    switch (where) {
      case 'E':
      case 'R':
        return this.#memory === undefined
          ? this.#general(this.#rm(), size)
          : this.#memoryOperand(this.#sizeOf(memorySize));
      case 'G':
        return this.#general(this.#reg(), size);
      case 'B':
        return this.#general(this.#encoding.vvvv & 15, size);
      case 'Z':
        return this.#general((this.#encoding.opcode & 7) | this.#encoding.b, size);
      case 'A':
        return this.#general(0, size);
      case 'V':
        return this.#vector(this.#reg(), size);
      case 'H':
        return this.#vector(this.#encoding.vvvv, size);
      case 'L':
        return this.#vector(this.#cursor.byte() >> 4, size);
      case 'W':
        return this.#vectorOrMemory(size, code[2] ?? '');
      case 'I':
        return this.#immediate(size, code[2] ?? '');
      default:
        return this.#rest(code);
    }
  }

  #rest(code: string): Operand | undefined {
    const [where = '', size = ''] = code;
    switch (where) {
      case 'Y':
        return this.#vectorIndexed(size, code[2] ?? '');
      case 'M':
        return this.#memory === undefined ? undefined : this.#memoryOperand(this.#sizeOf(size));
      case 'P':
        return register(`mm${this.#reg() & 7}`, 8);
      case 'Q':
      case 'N':
        return this.#memory === undefined
          ? register(`mm${this.#modrm & 7}`, 8)
          : this.#memoryOperand(this.#sizeOf(size));
      case 'K':
        return this.#mask(size);
      case 'J':
        return { kind: 'target', distance: this.#cursor.signed(size === 'b' ? 1 : 4) };
      case 'T':
        return this.#absolute(this.#sizeOf(size));
      case 'X':
        return this.#string('rsi', this.#segment() || 'ds', size);
      case 'O':
        return this.#string('rdi', 'es', size);
      default:
        return this.#special(code);
    }
  }

  /** Registers that few instructions know. */
  #special(code: string): Operand | undefined {
    switch (code.charAt(0)) {
      case 'F':
        return register(`st(${this.#modrm & 7})`, 10);
      case 'S':
        return register(segmentRegisters[this.#reg() & 7] ?? '?', 2);
      case 'C':
        return register(`cr${this.#reg()}`, 8);
      case 'D':
        return register(`dr${this.#reg()}`, 8);
      default:
        return this.#literal(code);
    }
  }

  #literal(code: string): Operand | undefined {
    const { broadcast, l } = this.#encoding;
    if (code === '1') return { kind: 'word', text: '1' };
    if (code === 'er' || code === 'sae') {
      if (!broadcast || this.#memory !== undefined) return undefined;
      return { kind: 'word', text: code === 'er' ? (roundings[l] ?? '') : '{sae}' };
    }
    if (code === 'BX') return { ...this.#string('rbx', this.#segment() || 'ds', 'b') };
    return register(code, code.startsWith('e') ? 4 : code.endsWith('l') ? 1 : 2);
  }

  #reg(): number {
    return ((this.#modrm >> 3) & 7) | this.#encoding.r;
  }

  #rm(): number {
    return (this.#modrm & 7) | this.#encoding.b;
  }

  #general(number: number, size: string): Operand {
    const sizeBytes = this.#sizeOf(size);
    return register(generalRegister(number, sizeBytes, this.#encoding.hasRex), sizeBytes);
  }

  #mask(size: string): Operand {
    if (size === 'g') return register(`k${this.#reg() & 7}`, 8);
    if (size === 'h') return register(`k${this.#encoding.vvvv & 7}`, 8);
    if (this.#memory !== undefined) return this.#memoryOperand(this.#sizeOf(size));
    return register(`k${this.#modrm & 7}`, 8);
  }

  /** Sizes in bytes; `v`, `z`, `s` and `y` follow the prefixes, `x`, `h`, `f` and `e` the vector. */
  #sizeOf(size: string): number {
    const { w, prefixes } = this.#encoding;
    const isWord = prefixes.includes(0x66);
    switch (size) {
      case 'v':
        this.usesW = true;
        if (w === 1) return 8;
        this.usesOperandSize = true;
        return isWord ? 2 : 4;
      case 'y':
        this.usesW = true;
        return w === 1 ? 8 : 4;
      case 'z':
        this.usesOperandSize = true;
        return isWord ? 2 : 4;
      case 's':
        this.usesOperandSize = true;
        return isWord ? 2 : 8;
      case 'x':
        return this.#vectorBytes;
      case 'h':
        return this.#vectorBytes / 2;
      case 'f':
        return this.#vectorBytes / 4;
      case 'e':
        return this.#vectorBytes / 8;
      default:
        return fixedSizes[size] ?? 0;
    }
  }

  #vector(number: number, size: string): Operand {
    const sizeBytes = Math.max(16, this.#sizeOf(size));
    const least = this.#encoding.kind === 'evex' ? 31 : 15;
    return register(vectorRegister(number & least, sizeBytes), sizeBytes);
  }

  #vectorOrMemory(size: string, more: string): Operand {
    const sizeBytes = this.#sizeOf(size);
    const { broadcast, w } = this.#encoding;
    if (this.#memory === undefined) {
      const fourth = this.#encoding.kind === 'evex' ? this.#encoding.x << 1 : 0;
      return this.#vector((this.#rm() & 15) | fourth, size);
    }
    // Compressed vectors count displacements in elements.
    if (more === 'n') {
      const { opcode } = this.#encoding;
      const element = opcode < 0x70 ? 1 << w : 4 << w;
      return this.#memoryOperand(sizeBytes, 0, element);
    }
    if (!broadcast || more === '') return this.#memoryOperand(sizeBytes);
    const element = Number(more);
    return this.#memoryOperand(element, sizeBytes / element);
  }

  #vectorIndexed(size: string, element: string): Operand | undefined {
    if (this.#memory === undefined) return undefined;
    const elementBytes = this.#sizeOf(element);
    const indexBytes = Math.max(16, size === 'o' ? this.#vectorBytes / 2 : this.#vectorBytes);
    const { kind, vvvv } = this.#encoding;
    const number = this.#memory.index | (kind === 'evex' ? vvvv & 16 : 0);
    return {
      ...this.#memoryOperand(elementBytes),
      index: vectorRegister(number, indexBytes),
    };
  }

  #segment(): string {
    const last = this.#encoding.prefixes.findLast((byte) => segments[byte] !== undefined);
    return last === undefined ? '' : (segments[last] ?? '');
  }

  #memoryOperand(sizeBytes: number, repeats = 0, unitBytes = sizeBytes): MemoryOperand {
    const memory = this.#memory;
    if (memory === undefined) return { ...emptyMemory, sizeBytes };
    const unit = this.#encoding.kind === 'evex' && memory.isShort ? Math.max(1, unitBytes) : 1;
    const hasIndex = memory.index >= 0 && memory.index !== 4;
    const emptyIndex = memory.hasEmptyIndex ? 'riz' : '';
    return {
      ...emptyMemory,
      segment: this.#segment(),
      base: memory.base,
      index: hasIndex ? generalRegister(memory.index, memory.addressBytes, true) : emptyIndex,
      scale: memory.scale,
      displacement: memory.displacement * unit,
      hasDisplacement: memory.hasDisplacement,
      isRipRelative: memory.isRipRelative,
      sizeBytes,
      repeats,
    };
  }

  #absolute(sizeBytes: number): Operand {
    const absolute = this.#cursor.unsigned64();
    return { ...emptyMemory, absolute, segment: this.#segment(), sizeBytes };
  }

  #string(base: string, segment: string, size: string): MemoryOperand {
    return { ...emptyMemory, base, segment, sizeBytes: this.#sizeOf(size) };
  }

  #immediate(size: string, from: string): Operand {
    switch (size) {
      case 'b':
        return immediate(BigInt(this.#cursor.byte()));
      case 'w':
        return immediate(BigInt(this.#cursor.signed(2) & 0xffff));
      case 'p':
        return immediate(BigInt.asUintN(64, BigInt(this.#cursor.signed(from === 'b' ? 1 : 4))));
      case 's':
        return this.#extended(1);
      case 'v':
        if (this.#encoding.w === 1) return immediate(this.#cursor.unsigned64());
        return this.#extended(this.#sizeOf('z'));
      default:
        return this.#extended(Math.min(4, this.#sizeOf('v')));
    }
  }

  #extended(encodedBytes: number): Operand {
    const value = BigInt(this.#cursor.signed(encodedBytes));
    return immediate(BigInt.asUintN(this.#sizeOf('v') * 8, value));
  }
}

const emptyMemory: MemoryOperand = {
  kind: 'memory',
  segment: '',
  base: '',
  index: '',
  scale: 1,
  displacement: 0,
  absolute: null,
  hasDisplacement: false,
  isRipRelative: false,
  sizeBytes: 0,
  repeats: 0,
};

function register(name: string, sizeBytes: number): Operand {
  return { kind: 'register', name, sizeBytes };
}

function immediate(value: bigint): Operand {
  return { kind: 'immediate', text: `0x${value.toString(16)}` };
}
