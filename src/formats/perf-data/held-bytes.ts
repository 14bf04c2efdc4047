/** Bytes collected from pieces, for the small parts of a file that are needed whole. */
export class HeldBytes {
  #bytes = new Uint8Array(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(length, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
  }

  bytes(start: number, end: number): Uint8Array {
    return this.#bytes.subarray(start, Math.min(end, this.#length));
  }

  /** Gives away what stands from `start` on and forgets everything. */
  takeFrom(start: number): Uint8Array {
    const taken = this.#bytes.subarray(start, this.#length);
    this.#bytes = new Uint8Array(4096);
    this.#length = 0;
    return taken;
  }
}
