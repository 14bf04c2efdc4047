import { wireTypes } from './protobuf-reader.ts';

const utf8 = new TextEncoder();
const longestVarint = 10;

/**
 * Appends protocol buffer fields to a buffer that grows by doubling. A nested message is written
 * into a writer of its own and appended with `message`, because its length stands before it.
 */
export class ProtobufWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(Math.max(capacity, longestVarint));
  }

  get length(): number {
    return this.#length;
  }

  /** An integer field; 0 is the default and not written. Negative numbers take ten bytes. */
  integer(field: number, value: number): void {
    if (value === 0) return;
    this.tag(field, wireTypes.varint);
    this.varint(value);
  }

  integer64(field: number, value: bigint): void {
    if (value === 0n) return;
    this.tag(field, wireTypes.varint);
    this.varint64(value);
  }

  boolean(field: number, value: boolean): void {
    if (value) this.integer(field, 1);
  }

  text(field: number, value: string): void {
    this.bytes(field, utf8.encode(value));
  }

  /** Appends what `body` holds as a message, and empties it. */
  message(field: number, body: ProtobufWriter): void {
    this.bytes(field, body.#bytes.subarray(0, body.#length));
    body.#length = 0;
  }

  bytes(field: number, data: Uint8Array): void {
    this.tag(field, wireTypes.bytes);
    this.varint(data.length);
    const start = this.#length;
    this.#reserve(data.length);
    this.#bytes.set(data, start);
    this.#length = start + data.length;
  }

  tag(field: number, wire: number): void {
    this.varint(field * 8 + wire);
  }

  /** A safe integer as int64. */
  varint(value: number): void {
    if (value < 0) {
      this.varint64(BigInt(value));
      return;
    }
    this.#reserve(longestVarint);
    const bytes = this.#bytes;
    let at = this.#length;
    while (value >= 2 ** 31) {
      bytes[at++] = (value % 128) | 0x80;
      value = Math.floor(value / 128);
    }
    while (value >= 0x80) {
      bytes[at++] = (value & 0x7f) | 0x80;
      value >>>= 7;
    }
    bytes[at++] = value;
    this.#length = at;
  }

  varint64(value: bigint): void {
    const bits = BigInt.asUintN(64, value);
    if (bits <= BigInt(Number.MAX_SAFE_INTEGER)) {
      this.varint(Number(bits));
      return;
    }
    this.#reserve(longestVarint);
    let rest = bits;
    while (rest >= 0x80n) {
      this.#bytes[this.#length++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#bytes[this.#length++] = Number(rest);
  }

  /** A copy of what was written, leaving the writer empty and reusable. */
  flush(): Uint8Array<ArrayBuffer> {
    const copy = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return copy;
  }

  #reserve(size: number): void {
    const end = this.#length + size;
    if (end <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** How many bytes a varint of this safe integer takes. */
export function varintSize(value: number): number {
  if (value < 0) return longestVarint;
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 128)) size++;
  return size;
}
