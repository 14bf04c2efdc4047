/** Grows to hold some reads and the rounds that wait for their successor. */
const firstCapacity = 1 << 16;

/**
 * Record bytes that are still needed, in one reused buffer. A record is named by its *position*: how
 * many bytes were appended before it. Positions stay valid while the buffer moves its content to the
 * front or grows; `indexOf` says where the record is now.
 */
export class RecordArena {
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(firstCapacity);
  words: Int32Array<ArrayBuffer> = new Int32Array(this.bytes.buffer);
  view: DataView<ArrayBuffer> = new DataView(this.bytes.buffer);
  /** Position of the buffer's first byte. */
  #base = 0;
  #filled = 0;

  /** Position behind the last byte. */
  get end(): number {
    return this.#base + this.#filled;
  }

  indexOf(position: number): number {
    return position - this.#base;
  }

  /** Bytes held from `position` on. */
  heldFrom(position: number): number {
    return this.#base + this.#filled - position;
  }

  /** `neededFrom` is asked only when there is no room: what lies before that position is dropped. */
  append(chunk: Uint8Array, neededFrom: () => number): void {
    if (!this.#isInPlace(chunk)) this.room(chunk.length, neededFrom).set(chunk);
    this.#filled += chunk.length;
  }

  /** Where the next bytes go. Bytes that were written there are not copied when they are appended. */
  room(length: number, neededFrom: () => number): Uint8Array {
    if (this.#filled + length > this.bytes.length) this.#makeRoom(length, neededFrom());
    return this.bytes.subarray(this.#filled, this.#filled + length);
  }

  #isInPlace(chunk: Uint8Array): boolean {
    return chunk.buffer === this.bytes.buffer && chunk.byteOffset === this.#filled;
  }

  /** Pads so that the next record starts at a multiple of 8. */
  align(): void {
    this.#filled = (this.#filled + 7) & ~7;
  }

  /** Drops what lies before `needed`, and grows when that does not free half of the buffer. */
  #makeRoom(length: number, needed: number): void {
    // Positions that were 8-aligned stay so.
    const dropped = (needed - this.#base) & ~7;
    const kept = this.#filled - dropped;
    const isTight = kept + length > this.bytes.length / 2;
    const old = this.bytes;
    if (isTight) {
      const capacity = Math.max(this.bytes.length * 2, 2 * (kept + length));
      this.bytes = new Uint8Array(capacity + 8 - (capacity & 7));
      this.words = new Int32Array(this.bytes.buffer);
      this.view = new DataView(this.bytes.buffer);
      this.bytes.set(old.subarray(dropped, this.#filled));
    } else {
      old.copyWithin(0, dropped, this.#filled);
    }
    this.#base += dropped;
    this.#filled = kept;
  }
}
