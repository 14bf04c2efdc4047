import { sameBytes } from './same-bytes.ts';
import { ToolError } from './tool-error.ts';
import { mixHash } from './tuple-index.ts';

const utf8 = new TextDecoder('utf-8');
/** Offsets are kept as 32-bit integers. */
const largestArena = 2 ** 31 - 1;

/** The texts of an interner as plain memory, for another thread. */
export interface InternedBytes {
  readonly arena: Uint8Array<ArrayBuffer>;
  /** Text `id` is arena[start[id]] … arena[start[id + 1] − 1]. */
  readonly start: Int32Array<ArrayBuffer>;
}

/**
 * Gives every distinct byte sequence one number, in order of first appearance, without making a
 * string of it: the texts lie one behind the other in an arena.
 */
export class ByteInterner {
  #arena: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #start = new Int32Array(256);
  #length = 0;
  /** Pairs (hash, id + 1); 0 in the second marks a free slot. */
  #slots: Int32Array;
  #mask: number;

  constructor(capacity = 64) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(capacity, 8) * 2));
    this.#arena = new Uint8Array(capacity * 32);
    this.#view = new DataView(this.#arena.buffer);
    this.#slots = new Int32Array(size * 2);
    this.#mask = size - 1;
  }

  get length(): number {
    return this.#length;
  }

  /** The arena for direct comparison in hot loops; valid until the next `add`. */
  get view(): DataView {
    return this.#view;
  }

  /** Where each text starts in the arena, one entry more than texts; valid until the next `add`. */
  get starts(): Int32Array {
    return this.#start;
  }

  intern(view: DataView, start: number, end: number): number {
    const hash = hashBytes(view, start, end);
    const known = this.find(view, start, end, hash);
    return known >= 0 ? known : this.add(view, start, end, hash);
  }

  /** `hash` must come from `hashBytes` of the same range. */
  find(view: DataView, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const length = end - start;
    let slot = hash & this.#mask;
    for (;;) {
      const id = (slots[slot * 2 + 1] as number) - 1;
      if (id < 0) return -1;
      if (slots[slot * 2] === hash) {
        const at = this.#start[id] as number;
        const size = (this.#start[id + 1] as number) - at;
        if (size === length && sameBytes(this.#view, at, view, start, length)) return id;
      }
      slot = (slot + 1) & this.#mask;
    }
  }

  /** Adds a text that `find` did not know. */
  add(view: DataView, start: number, end: number, hash: number): number {
    const id = this.#length;
    const at = this.#start[id] as number;
    const next = at + end - start;
    this.#reserve(next);
    this.#arena.set(new Uint8Array(view.buffer, view.byteOffset + start, end - start), at);
    if (id + 2 > this.#start.length) this.#start = grown(this.#start);
    this.#start[id + 1] = next;
    this.#length = id + 1;
    if ((id + 1) * 2 > this.#mask) this.#growSlots();
    this.#place(hash, id);
    return id;
  }

  bytesOf(id: number): Uint8Array {
    return this.#arena.subarray(this.#start[id], this.#start[id + 1]);
  }

  textOf(id: number): string {
    return utf8.decode(this.bytesOf(id));
  }

  /** A copy of the texts, of exactly their size. */
  detach(): InternedBytes {
    const used = this.#start[this.#length] as number;
    return { arena: this.#arena.slice(0, used), start: this.#start.slice(0, this.#length + 1) };
  }

  #place(hash: number, id: number): void {
    let slot = hash & this.#mask;
    while (this.#slots[slot * 2 + 1] !== 0) slot = (slot + 1) & this.#mask;
    this.#slots[slot * 2] = hash;
    this.#slots[slot * 2 + 1] = id + 1;
  }

  #growSlots(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    this.#mask = old.length - 1;
    for (let at = 0; at < old.length; at += 2) {
      const id = (old[at + 1] as number) - 1;
      if (id >= 0) this.#place(old[at] as number, id);
    }
  }

  #reserve(size: number): void {
    if (size <= this.#arena.length) return;
    if (size > largestArena) {
      throw new ToolError('too-large', 'more than 2 GiB of distinct names', {
        hint: 'record fewer programs at once, or split the file and use `plateau merge`',
      });
    }
    const arena = new Uint8Array(Math.min(largestArena, Math.max(size, this.#arena.length * 2)));
    arena.set(this.#arena);
    this.#arena = arena;
    this.#view = new DataView(arena.buffer);
  }
}

/** A 32-bit hash of a byte range, four bytes at a time. */
export function hashBytes(view: DataView, start: number, end: number): number {
  let hash = 0;
  let at = start;
  for (const last = end - 4; at <= last; at += 4) hash = mixHash(hash, view.getInt32(at, true));
  return hashTail(view, at, end, hash);
}

/** Goes on with the last bytes of a range, at most four: the same hash as `hashBytes` gives. */
export function hashTail(view: DataView, start: number, end: number, hash: number): number {
  if (end - start === 4) return mixHash(hash, view.getInt32(start, true));
  for (let at = start; at < end; at++) hash = mixHash(hash, view.getUint8(at));
  return hash;
}

function grown(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(column.length * 2);
  larger.set(column);
  return larger;
}
