import { malformed } from '../base/tool-error.ts';

/** A file that arrived in pieces, read in any order without joining them. */
export class ChunkedBytes {
  readonly #chunks: Uint8Array[] = [];
  readonly #starts: number[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#starts.push(this.#length);
    this.#length += chunk.length;
  }

  /** A view where the bytes lie in one piece, a copy where they do not. */
  slice(offset: number, length: number, section: string): Uint8Array {
    if (!(offset >= 0 && length >= 0 && offset + length <= this.#length)) {
      throw malformed(`truncated ${section}`, Math.min(offset, this.#length), `${length} bytes`);
    }
    let index = this.#chunkAt(offset);
    const first = this.#chunks[index] ?? new Uint8Array(0);
    const start = offset - (this.#starts[index] ?? 0);
    if (start + length <= first.length) return first.subarray(start, start + length);
    const joined = new Uint8Array(length);
    let filled = 0;
    for (let from = start; filled < length; from = 0, index++) {
      const chunk = this.#chunks[index] ?? new Uint8Array(0);
      const part = chunk.subarray(from, from + length - filled);
      joined.set(part, filled);
      filled += part.length;
    }
    return joined;
  }

  #chunkAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
