import { malformed, type ToolError } from '../base/tool-error.ts';
import { encodings } from './form-table.ts';

/** An address index and a 32-bit offset to add, kept in one double. */
export const addressOffsetScale: number = 2 ** 21;

const utf8 = new TextDecoder('utf-8');

/**
 * A place in a section. Numbers are doubles: 64-bit values above 2^53 lose their last bits, which
 * matters for none that are used (addresses and offsets of files that exist are below).
 */
export class SectionCursor {
  readonly bytes: Uint8Array;
  readonly section: string;
  readonly littleEndian: boolean;
  at: number;

  constructor(bytes: Uint8Array, section: string, littleEndian: boolean, at = 0) {
    this.bytes = bytes;
    this.section = section;
    this.littleEndian = littleEndian;
    this.at = at;
  }

  u8(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw this.truncated();
    return byte;
  }

  u16(): number {
    return this.fixed(2);
  }

  u32(): number {
    return this.fixed(4);
  }

  u64(): number {
    return this.fixed(8);
  }

  /** An unsigned number of 0 to 8 bytes; of 16, which nobody asks for, the first 8. */
  fixed(size: number): number {
    const { bytes, at } = this;
    if (at + size > bytes.length) throw this.truncated();
    this.at = at + size;
    if (size === 4 && this.littleEndian) return low32(bytes, at);
    return unsignedAt(bytes, at, size, this.littleEndian);
  }

  uleb(): number {
    const { bytes } = this;
    const first = bytes[this.at++];
    if (first === undefined) throw this.truncated();
    if (first < 0x80) return first;
    let value = first & 0x7f;
    let scale = 128;
    for (;;) {
      const byte = bytes[this.at++];
      if (byte === undefined) throw this.truncated();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  }

  sleb(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      scale *= 128;
      if (byte < 0x80) return byte & 0x40 ? value - scale : value;
    }
  }

  skip(length: number): void {
    this.at += length;
    if (!(this.at <= this.bytes.length)) throw this.truncated();
  }

  /** Passes over a NUL-terminated text and gives its start. */
  passText(): number {
    const start = this.at;
    const end = this.bytes.indexOf(0, start);
    if (end < 0) throw this.truncated();
    this.at = end + 1;
    return start;
  }

  text(): string {
    const start = this.passText();
    return utf8.decode(this.bytes.subarray(start, this.at - 1));
  }

  /** A unit's or a table's length, and whether it uses 64-bit offsets: DWARF 5, section 7.4. */
  initialLength(): { readonly length: number; readonly offsetSize: 4 | 8 } {
    const length = this.u32();
    if (length === 0xffff_ffff) return { length: this.u64(), offsetSize: 8 };
    if (length >= 0xffff_fff0) throw this.fail('reserved length');
    return { length, offsetSize: 4 };
  }

  /**
   * The stored number of an attribute (see `encodings`): an offset, an index, a constant, or for a
   * text where it starts. Blocks are passed over and give 0.
   */
  value(encoding: number): number {
    if (encoding <= 16) return this.fixed(encoding);
    switch (encoding) {
      case encodings.uleb:
        return this.uleb();
      case encodings.sleb:
        return this.sleb();
      case encodings.text:
        return this.passText();
      case encodings.present:
        return 1;
      case encodings.ulebAnd4:
        return this.uleb() + this.u32() * addressOffsetScale;
      default:
        return this.passBlock(encoding);
    }
  }

  passBlock(encoding: number): 0 {
    switch (encoding) {
      case encodings.blockUleb:
        this.skip(this.uleb());
        return 0;
      case encodings.block1:
        this.skip(this.u8());
        return 0;
      case encodings.block2:
        this.skip(this.u16());
        return 0;
      case encodings.block4:
        this.skip(this.u32());
        return 0;
      default:
        throw this.fail('unknown form');
    }
  }

  fail(what: string): ToolError {
    return malformed(this.section, this.at, what);
  }

  truncated(): ToolError {
    return malformed(`truncated ${this.section}`, this.at, 'ends inside a value');
  }
}

/** An unsigned number; the usual sizes first and without a loop, because this runs before it is hot. */
export function unsignedAt(
  bytes: Uint8Array,
  at: number,
  size: number,
  littleEndian: boolean,
): number {
  if (littleEndian && size === 4) return low32(bytes, at);
  if (littleEndian && size === 8) return low32(bytes, at) + low32(bytes, at + 4) * 0x1_0000_0000;
  if (size === 1) return bytes[at] as number;
  const used = size > 8 ? 8 : size;
  let value = 0;
  for (let i = 0; i < used; i++) {
    value = value * 256 + (bytes[littleEndian ? at + used - 1 - i : at + i] as number);
  }
  return value;
}

function low32(bytes: Uint8Array, at: number): number {
  const high = (bytes[at + 3] as number) << 24;
  const rest = (bytes[at + 2] as number) << 16;
  return ((bytes[at] as number) | ((bytes[at + 1] as number) << 8) | rest | high) >>> 0;
}

/** The text at an offset of a string section; '' outside, because a name is not worth a failure. */
export function textAt(bytes: Uint8Array, offset: number): string {
  if (!(offset >= 0 && offset < bytes.length)) return '';
  const end = bytes.indexOf(0, offset);
  return utf8.decode(bytes.subarray(offset, end < 0 ? bytes.length : end));
}
