import { present } from '../../base/assert.ts';
import type { Sys } from '../sys/sys.ts';
import { ringOffsets } from './event-ioctl-table.ts';

/** Where a ring lies in this process; the number means the same to every thread. */
export interface RingPlace {
  readonly address: bigint;
  /** Control page and data. */
  readonly length: number;
}

/**
 * The kernel writes at the head, we read from the tail (perf_event_open(2), "MMAP layout"). Both count
 * bytes since the start and never wrap. The view is of the mapping itself: a ring must not be touched
 * once its place is unmapped.
 */
export class Ring {
  /** All of the data area, to be read at positions modulo its size. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly words: Uint32Array<ArrayBuffer>;
  readonly size: number;
  readonly #pointers: BigUint64Array<ArrayBuffer>;

  constructor(sys: Sys, place: RingPlace) {
    const memory = sys.view(place.address, place.length);
    const control = new BigUint64Array(memory, 0, ringOffsets.dataSize / 8 + 1);
    const dataOffset = Number(present(control[ringOffsets.dataOffset / 8], 'ring'));
    this.size = Number(present(control[ringOffsets.dataSize / 8], 'ring'));
    this.bytes = new Uint8Array(memory, dataOffset, this.size);
    this.words = new Uint32Array(memory, dataOffset, this.size / 4);
    this.#pointers = new BigUint64Array(memory, ringOffsets.head, 2);
  }

  /** Acquires: what the kernel wrote before this position is visible afterwards. */
  head(): number {
    return Number(Atomics.load(this.#pointers, 0));
  }

  tail(): number {
    return Number(Atomics.load(this.#pointers, 1));
  }

  /** Releases: the kernel may overwrite everything before this position. */
  consume(position: number): void {
    Atomics.store(this.#pointers, 1, BigInt(position));
  }

  /** The bytes between two positions: one piece, or two where the ring wraps. */
  slices(from: number, to: number): Uint8Array<ArrayBuffer>[] {
    const start = from % this.size;
    const length = to - from;
    const first = this.bytes.subarray(start, Math.min(start + length, this.size));
    if (first.length === length) return [first];
    return [first, this.bytes.subarray(0, length - first.length)];
  }
}
