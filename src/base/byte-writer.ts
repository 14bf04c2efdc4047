const utf8 = new TextEncoder();

/**
 * Appends little-endian bytes to a buffer that grows by doubling. Room is reserved in a statement of
 * its own before each store, because growing replaces the buffer.
 */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(Math.max(capacity, 16));
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  u8(value: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  u16(value: number): void {
    const at = this.#reserve(2);
    this.#view.setUint16(at, value, true);
  }

  u32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value, true);
  }

  i32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setInt32(at, value, true);
  }

  u64(value: bigint): void {
    const at = this.#reserve(8);
    this.#view.setBigUint64(at, value, true);
  }

  f64(value: number): void {
    const at = this.#reserve(8);
    this.#view.setFloat64(at, value, true);
  }

  /** Unsigned LEB128 of a non-negative integer below 2^53. */
  uleb(value: number): void {
    while (value >= 0x80) {
      this.u8((value % 128) | 0x80);
      value = Math.floor(value / 128);
    }
    this.u8(value);
  }

  append(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** UTF-8 without a length or terminator. */
  text(value: string): void {
    const room = value.length * 3;
    const start = this.#reserve(room);
    const { written } = utf8.encodeInto(value, this.#bytes.subarray(start, start + room));
    this.#length = start + written;
  }

  /** What was written so far, as a view: valid until the next write. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A copy of what was written, leaving the writer empty and reusable. */
  flush(): Uint8Array<ArrayBuffer> {
    const copy = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return copy;
  }

  #reserve(size: number): number {
    const start = this.#length;
    const end = start + size;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    this.#length = end;
    return start;
  }
}
