import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { fileError } from './file-errors.ts';

/** Small enough to stay in a core's cache between the copy from the kernel and the reading of it. */
const chunkBytes = 1 << 19;

/**
 * A regular file read by position and without waiting for the event loop: for threads that have
 * nothing else to do. Close it, or declare it with `using`.
 */
export class FileRanges {
  readonly path: string;
  readonly size: number;
  readonly #descriptor: number;

  private constructor(path: string, descriptor: number, size: number) {
    this.path = path;
    this.size = size;
    this.#descriptor = descriptor;
  }

  /** Undefined for what cannot be read by position: pipes, devices. */
  static open(path: string): FileRanges | undefined {
    try {
      const descriptor = openSync(path, 'r');
      const facts = fstatSync(descriptor);
      if (facts.isFile()) return new FileRanges(path, descriptor, facts.size);
      closeSync(descriptor);
      return undefined;
    } catch (error) {
      throw fileError(path, 'read', error);
    }
  }

  /** Fewer bytes than asked for where the file ends. */
  bytes(start: number, length: number): Uint8Array {
    const buffer = new Uint8Array(length);
    return buffer.subarray(0, this.readInto(buffer, start));
  }

  /** Hands on the bytes of a range in order; each piece is valid during the call. */
  forEachChunk(start: number, end: number, take: (chunk: Uint8Array) => void): void {
    const buffer = new Uint8Array(chunkBytes);
    for (let at = start; at < end; ) {
      const got = this.readInto(buffer.subarray(0, Math.min(chunkBytes, end - at)), at);
      if (got === 0) return;
      take(buffer.subarray(0, got));
      at += got;
    }
  }

  /** Fills a buffer from a position on; how much there was. */
  readInto(buffer: Uint8Array, start: number): number {
    let filled = 0;
    try {
      while (filled < buffer.length) {
        const position = start + filled;
        const got = readSync(this.#descriptor, buffer, filled, buffer.length - filled, position);
        if (got === 0) break;
        filled += got;
      }
    } catch (error) {
      throw fileError(this.path, 'read', error);
    }
    return filled;
  }

  /** Like `readInto`, on a thread of the system's pool. Not to be closed before it has settled. */
  fetchInto(buffer: Uint8Array, start: number): Promise<number> {
    return new Promise((resolve, reject) => {
      read(this.#descriptor, buffer, 0, buffer.length, start, (error, got) => {
        if (error === null) resolve(got);
        else reject(fileError(this.path, 'read', error));
      });
    });
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
