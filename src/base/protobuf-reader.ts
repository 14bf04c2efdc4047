import { malformed, type ToolError } from './tool-error.ts';

/** How a field is stored: https://protobuf.dev/programming-guides/encoding/#structure */
export const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

const two32 = 2 ** 32;

/**
 * Walks protocol buffer fields in place, one window of the bytes at a time:
 *
 *     const outer = reader.enter('location');
 *     while (reader.next()) {
 *       if (reader.field === 1) id = reader.unsigned('id');
 *       else reader.skip();
 *     }
 *     reader.leave(outer);
 *
 * A varint has 64 bits; `low` and `high` are the halves of the last one read.
 */
export class ProtobufReader {
  readonly bytes: Uint8Array;
  section: string;
  offset: number;
  /** The end of the message being read. */
  end: number;
  field = 0;
  wire = 0;
  low = 0;
  high = 0;

  constructor(bytes: Uint8Array, section: string) {
    this.bytes = bytes;
    this.section = section;
    this.offset = 0;
    this.end = bytes.length;
  }

  /** Reads the next tag; false at the end of the message. */
  next(): boolean {
    if (this.offset >= this.end) return false;
    this.varint('field tag');
    const tag = (this.high >>> 0) * two32 + (this.low >>> 0);
    this.wire = tag % 8;
    this.field = Math.floor(tag / 8);
    if (this.field === 0) throw this.fail('field number 0');
    return true;
  }

  /** Narrows the window to the message that starts here; gives the end of the outer one. */
  enter(what: string): number {
    const length = this.length(what);
    const outer = this.end;
    this.end = this.offset + length;
    return outer;
  }

  leave(outer: number): void {
    this.offset = this.end;
    this.end = outer;
  }

  /** Sets the window to bytes found earlier. */
  window(start: number, end: number): void {
    this.offset = start;
    this.end = end;
  }

  /** The length of a bytes field, checked against the window. */
  length(what: string): number {
    if (this.wire !== wireTypes.bytes) throw this.wrongWire(what);
    this.varint(what);
    const length = (this.high >>> 0) * two32 + (this.low >>> 0);
    if (length > this.end - this.offset) {
      throw this.fail(`${what} of ${length} bytes where ${this.end - this.offset} are left`);
    }
    return length;
  }

  /** A uint64 field as a number; exact below 2^53. */
  unsigned(what: string): number {
    if (this.wire !== wireTypes.varint) throw this.wrongWire(what);
    this.varint(what);
    return (this.high >>> 0) * two32 + (this.low >>> 0);
  }

  /** An int64 field as a number; exact between ±2^53. */
  signed(what: string): number {
    if (this.wire !== wireTypes.varint) throw this.wrongWire(what);
    this.varint(what);
    return this.high * two32 + (this.low >>> 0);
  }

  /** An int64 field with all its bits. */
  signed64(what: string): bigint {
    this.unsigned(what);
    return int64(this.low, this.high);
  }

  /** Reads a varint into `low` and `high`, both as signed 32-bit halves. */
  varint(what: string): void {
    const { bytes, end } = this;
    const start = this.offset;
    let at = start;
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      if (at >= end) throw this.truncated(what);
      const byte = bytes[at++] as number;
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.low = low;
        this.high = 0;
        this.offset = at;
        return;
      }
    }
    if (at >= end) throw this.truncated(what);
    let byte = bytes[at++] as number;
    low |= byte << 28;
    let high = (byte & 0x7f) >> 4;
    for (let shift = 3; byte >= 0x80; shift += 7) {
      if (at >= end) throw this.truncated(what);
      if (at - start === 10) throw this.fail(`${what} is a varint of more than 10 bytes`);
      byte = bytes[at++] as number;
      high |= (byte & 0x7f) << shift;
    }
    this.low = low;
    this.high = high;
    this.offset = at;
  }

  /** Passes over the field whose tag was just read. */
  skip(): void {
    if (this.wire === wireTypes.varint) this.varint('skipped field');
    else if (this.wire === wireTypes.bytes) this.skipBytes('skipped field');
    else if (this.wire === wireTypes.fixed64) this.#pass(8);
    else if (this.wire === wireTypes.fixed32) this.#pass(4);
    else throw this.fail(`field ${this.field} has the unknown wire type ${this.wire}`);
  }

  /** Passes over a bytes field; its length is read before the offset is. */
  skipBytes(what: string): void {
    const length = this.length(what);
    this.offset += length;
  }

  fail(what: string): ToolError {
    return malformed(this.section, this.offset, what);
  }

  truncated(what: string): ToolError {
    return malformed(`truncated ${this.section}`, this.offset, what);
  }

  wrongWire(what: string): ToolError {
    return this.fail(`${what} has the wire type ${this.wire}`);
  }

  #pass(length: number): void {
    if (length > this.end - this.offset) throw this.truncated('skipped field');
    this.offset += length;
  }
}

export function int64(low: number, high: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}

export function uint64(low: number, high: number): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}
