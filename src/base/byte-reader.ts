import { malformed, type ToolError } from './tool-error.ts';

const utf8 = new TextDecoder('utf-8');

/**
 * Reads bytes and always knows where it is: running past the end names the section, the offset and
 * the field. Offsets in errors count from `base`, the place of these bytes in the whole file.
 */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly section: string;
  readonly base: number;
  readonly littleEndian: boolean;
  readonly #view: DataView;
  #offset = 0;

  constructor(
    bytes: Uint8Array,
    section: string,
    options: { readonly base?: number; readonly littleEndian?: boolean } = {},
  ) {
    this.bytes = bytes;
    this.section = section;
    this.base = options.base ?? 0;
    this.littleEndian = options.littleEndian ?? true;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get offset(): number {
    return this.#offset;
  }

  get remaining(): number {
    return this.bytes.length - this.#offset;
  }

  get atEnd(): boolean {
    return this.#offset >= this.bytes.length;
  }

  seek(offset: number, field: string): void {
    if (!(offset >= 0 && offset <= this.bytes.length)) throw this.fail(`${field} points outside`);
    this.#offset = offset;
  }

  skip(length: number, field: string): void {
    this.#take(length, field);
  }

  u8(field: string): number {
    return this.#view.getUint8(this.#take(1, field));
  }

  u16(field: string): number {
    return this.#view.getUint16(this.#take(2, field), this.littleEndian);
  }

  u32(field: string): number {
    return this.#view.getUint32(this.#take(4, field), this.littleEndian);
  }

  i32(field: string): number {
    return this.#view.getInt32(this.#take(4, field), this.littleEndian);
  }

  u64(field: string): bigint {
    return this.#view.getBigUint64(this.#take(8, field), this.littleEndian);
  }

  f64(field: string): number {
    return this.#view.getFloat64(this.#take(8, field), this.littleEndian);
  }

  /** A 64-bit length or count that must fit the input: anything past 2^53 is an error. */
  size(field: string): number {
    const value = this.u64(field);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw this.fail(`absurd ${field} ${value}`);
    return Number(value);
  }

  /** Unsigned LEB128 below 2^53. */
  uleb(field: string): number {
    let result = 0;
    let scale = 1;
    for (;;) {
      const byte = this.u8(field);
      result += (byte & 0x7f) * scale;
      if (result > Number.MAX_SAFE_INTEGER) throw this.fail(`${field} exceeds 2^53`);
      if (byte < 0x80) return result;
      scale *= 128;
    }
  }

  /** A view of the next bytes, not a copy. */
  take(length: number, field: string): Uint8Array {
    const start = this.#take(length, field);
    return this.bytes.subarray(start, start + length);
  }

  text(length: number, field: string): string {
    return utf8.decode(this.take(length, field));
  }

  /** A reader over the next bytes, with its own section name and the right base offset. */
  sub(length: number, section: string): ByteReader {
    const base = this.base + this.#offset;
    return new ByteReader(this.take(length, section), section, {
      base,
      littleEndian: this.littleEndian,
    });
  }

  fail(what: string): ToolError {
    return malformed(this.section, this.base + this.#offset, what);
  }

  #take(length: number, field: string): number {
    const start = this.#offset;
    if (!(length >= 0 && start + length <= this.bytes.length)) {
      throw malformed(`truncated ${this.section}`, this.base + start, field);
    }
    this.#offset = start + length;
    return start;
  }
}
