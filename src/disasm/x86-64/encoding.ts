/** What stands before the operands: prefixes, REX, VEX or EVEX, the opcode and its map. */
export interface Encoding {
  readonly kind: 'legacy' | 'vex' | 'evex';
  /** 0 = one byte, 1 = 0F, 2 = 0F 38, 3 = 0F 3A. */
  readonly map: number;
  readonly opcode: number;
  /** Prefix bytes in order, without REX. */
  readonly prefixes: readonly number[];
  readonly hasRex: boolean;
  readonly w: number;
  /** Bits 3 and 4 of ModRM.reg, SIB.index and ModRM.rm, in place. */
  readonly r: number;
  readonly x: number;
  readonly b: number;
  /** 0 = 128 bits, 1 = 256, 2 = 512; of a rounding mode when `broadcast` is set on registers. */
  readonly l: number;
  readonly vvvv: number;
  /** Index of the mandatory prefix: none, 66, F3, F2. */
  readonly prefix: number;
  readonly mask: number;
  readonly zeroing: boolean;
  readonly broadcast: boolean;
}

/** Reads bytes; behind the end it gives zeros and remembers. */
export class CodeCursor {
  at: number;
  readonly #code: Uint8Array;

  constructor(code: Uint8Array, at: number) {
    this.#code = code;
    this.at = at;
  }

  get isBehindEnd(): boolean {
    return this.at > this.#code.length;
  }

  peek(): number {
    return this.#code[this.at] ?? -1;
  }

  byte(): number {
    return this.#code[this.at++] ?? 0;
  }

  /** A signed integer of 1, 2 or 4 bytes. */
  signed(sizeBytes: number): number {
    let value = 0;
    for (let shift = 0; shift < sizeBytes * 8; shift += 8) value |= this.byte() << shift;
    const unused = 32 - sizeBytes * 8;
    return (value << unused) >> unused;
  }

  unsigned64(): bigint {
    const low = BigInt(this.signed(4) >>> 0);
    return (BigInt(this.signed(4) >>> 0) << 32n) | low;
  }
}

const legacyPrefixes = new Set([0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3]);
/** The processor refuses longer ones. */
export const longestInstruction = 15;

export function readEncoding(cursor: CodeCursor): Encoding | undefined {
  const prefixes: number[] = [];
  while (legacyPrefixes.has(cursor.peek())) {
    prefixes.push(cursor.byte());
    if (prefixes.length >= longestInstruction) return undefined;
  }
  const rex = (cursor.peek() & 0xf0) === 0x40 && cursor.peek() >= 0 ? cursor.byte() : 0;
  const first = cursor.byte();
  if (rex === 0 && (first === 0xc4 || first === 0xc5)) return readVex(cursor, first, prefixes);
  if (rex === 0 && first === 0x62) return readEvex(cursor, prefixes);
  let map = 0;
  let opcode = first;
  if (first === 0x0f) {
    map = 1;
    opcode = cursor.byte();
    if (opcode === 0x38 || opcode === 0x3a) {
      map = opcode === 0x38 ? 2 : 3;
      opcode = cursor.byte();
    }
  }
  // Spelled out, here and below: objects of one shape made without spreading are ten times faster.
  return {
    kind: 'legacy',
    map,
    opcode,
    prefixes,
    hasRex: rex !== 0,
    w: (rex >> 3) & 1,
    r: (rex & 4) << 1,
    x: (rex & 2) << 2,
    b: (rex & 1) << 3,
    l: 0,
    vvvv: 0,
    prefix: mandatoryPrefix(prefixes),
    mask: 0,
    zeroing: false,
    broadcast: false,
  };
}

function mandatoryPrefix(prefixes: readonly number[]): number {
  const repeat = prefixes.findLast((byte) => byte === 0xf2 || byte === 0xf3);
  if (repeat !== undefined) return repeat === 0xf3 ? 2 : 3;
  return prefixes.includes(0x66) ? 1 : 0;
}

/** SDM volume 2, section 2.3. Its bits are inverted. */
function readVex(cursor: CodeCursor, first: number, prefixes: readonly number[]): Encoding {
  const one = cursor.byte();
  const two = first === 0xc4 ? cursor.byte() : one & 0x7f;
  return {
    kind: 'vex',
    map: first === 0xc4 ? one & 0x1f : 1,
    opcode: cursor.byte(),
    prefixes,
    hasRex: true,
    w: two >> 7,
    r: one & 0x80 ? 0 : 8,
    x: first === 0xc4 && (one & 0x40) === 0 ? 8 : 0,
    b: first === 0xc4 && (one & 0x20) === 0 ? 8 : 0,
    l: (two >> 2) & 1,
    vvvv: (~two >> 3) & 15,
    prefix: two & 3,
    mask: 0,
    zeroing: false,
    broadcast: false,
  };
}

/** SDM volume 2, section 2.7. */
function readEvex(cursor: CodeCursor, prefixes: readonly number[]): Encoding | undefined {
  const [one, two, three] = [cursor.byte(), cursor.byte(), cursor.byte()];
  if ((two & 4) === 0 || (one & 8) !== 0) return undefined;
  return {
    kind: 'evex',
    map: one & 7,
    opcode: cursor.byte(),
    prefixes,
    hasRex: true,
    w: two >> 7,
    r: (one & 0x80 ? 0 : 8) | (one & 0x10 ? 0 : 16),
    x: one & 0x40 ? 0 : 8,
    b: one & 0x20 ? 0 : 8,
    l: (three >> 5) & 3,
    vvvv: ((~two >> 3) & 15) | (three & 8 ? 0 : 16),
    prefix: two & 3,
    mask: three & 7,
    zeroing: (three & 0x80) !== 0,
    broadcast: (three & 0x10) !== 0,
  };
}
