import { malformed } from './tool-error.ts';

const newline = 0x0a;
/** No text format has lines like that; without a limit one endless line would fill memory. */
const longestLine = 16 * 2 ** 20;

/** Takes ranges that hold whole lines only: `bytes[start … end)`, valid during the call. */
export type LineSink = (bytes: Uint8Array, start: number, end: number) => void;

/**
 * Cuts chunks of any size at line ends. Lines inside a chunk are handed on where they lie; only the
 * line that spans two chunks is copied.
 */
export class LineCutter {
  readonly #sink: LineSink;
  readonly #section: string;
  #carry: Uint8Array<ArrayBuffer> = new Uint8Array(4096);
  #carried = 0;
  #offset = 0;

  constructor(section: string, sink: LineSink) {
    this.#section = section;
    this.#sink = sink;
  }

  /** Bytes taken so far. */
  get offset(): number {
    return this.#offset;
  }

  push(chunk: Uint8Array): void {
    this.#offset += chunk.length;
    let start = 0;
    if (this.#carried > 0) {
      const first = chunk.indexOf(newline);
      if (first < 0) {
        this.#keep(chunk, 0);
        return;
      }
      this.#keep(chunk.subarray(0, first + 1), 0);
      this.#flushCarry();
      start = first + 1;
    }
    const end = chunk.lastIndexOf(newline) + 1;
    if (end > start) this.#sink(chunk, start, end);
    this.#keep(chunk, end);
  }

  /** Hands on the last line, which may lack its line end. */
  finish(): void {
    if (this.#carried === 0) return;
    this.#keep(Uint8Array.of(newline), 0);
    this.#flushCarry();
  }

  #flushCarry(): void {
    const size = this.#carried;
    this.#carried = 0;
    this.#sink(this.#carry, 0, size);
  }

  #keep(bytes: Uint8Array, from: number): void {
    const size = this.#carried + bytes.length - from;
    if (size > longestLine) throw malformed(this.#section, this.#offset, 'a line above 16 MiB');
    if (size > this.#carry.length) {
      const larger = new Uint8Array(Math.max(size, this.#carry.length * 2));
      larger.set(this.#carry);
      this.#carry = larger;
    }
    this.#carry.set(from === 0 ? bytes : bytes.subarray(from), this.#carried);
    this.#carried = size;
  }
}
