import { malformed, type ToolError } from '../base/tool-error.ts';

const two32 = 2 ** 32;

/** Reads unwind tables in place: one per section, moved about, so that a lookup allocates nothing. */
export class CfiCursor {
  readonly bytes: Uint8Array;
  readonly section: string;
  readonly littleEndian: boolean;
  /** Reading stops here, with an error. */
  end: number;
  at = 0;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, section: string, littleEndian: boolean) {
    this.bytes = bytes;
    this.section = section;
    this.littleEndian = littleEndian;
    this.end = bytes.length;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Reads from `at` up to `end`, both inside the section. */
  window(at: number, end: number): void {
    if (!(at >= 0 && at <= end && end <= this.bytes.length)) {
      this.at = Math.max(0, at);
      throw this.fail(`${end - at} bytes reach outside`);
    }
    this.at = at;
    this.end = end;
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), this.littleEndian);
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), this.littleEndian);
  }

  i32(): number {
    return this.#view.getInt32(this.#take(4), this.littleEndian);
  }

  /** 64 bits as a signed number: exact up to 2^53, which addresses of user space are. */
  i64(): number {
    const first = this.u32();
    const second = this.u32();
    return this.littleEndian ? (second | 0) * two32 + first : (first | 0) * two32 + second;
  }

  bigint(): bigint {
    return this.#view.getBigUint64(this.#take(8), this.littleEndian);
  }

  uleb(): number {
    let result = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.u8();
      result += (byte & 0x7f) * scale;
      if (byte < 0x80) return result;
      if (scale > 2 ** 63) throw this.fail('a number longer than 64 bits');
    }
  }

  sleb(): number {
    let result = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.u8();
      result += (byte & 0x7f) * scale;
      if (byte < 0x80) return byte & 0x40 ? result - scale * 128 : result;
      if (scale > 2 ** 63) throw this.fail('a number longer than 64 bits');
    }
  }

  skip(length: number): void {
    this.#take(length);
  }

  fail(what: string): ToolError {
    return malformed(this.section, this.at, what);
  }

  #take(length: number): number {
    const { at } = this;
    if (!(length >= 0 && at + length <= this.end))
      throw this.fail('ends in the middle of an entry');
    this.at = at + length;
    return at;
  }
}
