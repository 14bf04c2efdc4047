import { sameText } from '../../base/same-bytes.ts';

/** Beyond this, paths are compared line by line: a cache must not grow with the file. */
const mostBytes = 64 * 2 ** 20;

/**
 * The text of whole paths, from their last line to the root and the blank line after it, in one
 * piece. Comparing that is many times faster than line by line, whose texts lie all over memory.
 * None holds a zero byte, as `sameText` asks.
 */
export class StackTails {
  #arena: Uint8Array = new Uint8Array(1 << 16);
  #view = new DataView(this.#arena.buffer);
  #used = 0;
  /** By path: where its text starts, and its size; 0 = not kept. */
  #start = new Int32Array(1024);
  #size = new Int32Array(1024);

  /** The size of the text of `path` if that is what stands at `at`, else 0. */
  matches(path: number, view: DataView, at: number, end: number): number {
    if (path >= this.#size.length) return 0;
    const size = this.#size[path] as number;
    if (size === 0 || at + size > end) return 0;
    return sameText(this.#view, this.#start[path] as number, view, at, size) ? size : 0;
  }

  keep(path: number, bytes: Uint8Array, start: number, end: number): void {
    const next = this.#used + end - start;
    if (next > mostBytes || hasZero(bytes, start, end)) return;
    if (path >= this.#size.length) {
      this.#start = widened(this.#start, path + 1);
      this.#size = widened(this.#size, path + 1);
    }
    if (this.#size[path] !== 0) return;
    if (next > this.#arena.length) {
      const arena = new Uint8Array(Math.max(next, Math.min(mostBytes, this.#arena.length * 2)));
      arena.set(this.#arena);
      this.#arena = arena;
      this.#view = new DataView(arena.buffer);
    }
    this.#arena.set(bytes.subarray(start, end), this.#used);
    this.#start[path] = this.#used;
    this.#size[path] = end - start;
    this.#used = next;
  }
}

function hasZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === 0) return true;
  return false;
}

function widened(column: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(length, column.length * 2));
  larger.set(column);
  return larger;
}
