/** Mixes one integer into a running 32-bit hash (the finalizer of MurmurHash3, shortened). */
export function mixHash(hash: number, value: number): number {
  let mixed = Math.imul(hash ^ value, 0x9e3779b1);
  mixed ^= mixed >>> 15;
  return Math.imul(mixed, 0x85ebca6b) ^ (mixed >>> 13);
}

/**
 * Finds rows by a pair of integers, in open addressing over one Int32Array: the hot path of stack
 * insertion. The table keeps (first, second, row + 1) triples; 0 marks a free slot.
 */
export class PairIndex {
  #slots: Int32Array;
  #mask: number;
  #used = 0;

  constructor(capacity = 1024) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(capacity, 16) * 2));
    this.#slots = new Int32Array(size * 3);
    this.#mask = size - 1;
  }

  /** The row stored for the pair, or -1 after storing `rowIfNew` for it. */
  findOrAdd(first: number, second: number, rowIfNew: number): number {
    const slots = this.#slots;
    let slot = mixHash(mixHash(0, first), second) & this.#mask;
    for (;;) {
      const at = slot * 3;
      const stored = slots[at + 2] as number;
      if (stored === 0) {
        slots[at] = first;
        slots[at + 1] = second;
        slots[at + 2] = rowIfNew + 1;
        if (++this.#used * 2 > this.#mask) this.#grow();
        return -1;
      }
      if (slots[at] === first && slots[at + 1] === second) return stored - 1;
      slot = (slot + 1) & this.#mask;
    }
  }

  /** The row stored for the pair, or -1. */
  find(first: number, second: number): number {
    const slots = this.#slots;
    let slot = mixHash(mixHash(0, first), second) & this.#mask;
    for (;;) {
      const at = slot * 3;
      const stored = slots[at + 2] as number;
      if (stored === 0) return -1;
      if (slots[at] === first && slots[at + 1] === second) return stored - 1;
      slot = (slot + 1) & this.#mask;
    }
  }

  #grow(): void {
    const old = this.#slots;
    const size = (this.#mask + 1) * 2;
    const slots = new Int32Array(size * 3);
    const mask = size - 1;
    this.#slots = slots;
    this.#mask = mask;
    for (let at = 0; at < old.length; at += 3) {
      const stored = old[at + 2] as number;
      if (stored === 0) continue;
      const first = old[at] as number;
      const second = old[at + 1] as number;
      let slot = mixHash(mixHash(0, first), second) & mask;
      while (slots[slot * 3 + 2] !== 0) slot = (slot + 1) & mask;
      slots[slot * 3] = first;
      slots[slot * 3 + 1] = second;
      slots[slot * 3 + 2] = stored;
    }
  }
}

/**
 * Finds rows of any table by hash; the caller says what equality means. Rows are numbers the
 * caller assigns; the hash of each is kept so that growing never asks for it again.
 */
export class HashIndex {
  #rows: Int32Array;
  #hashes: Int32Array;
  #mask: number;
  #used = 0;

  constructor(capacity = 64) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(capacity, 16) * 2));
    this.#rows = new Int32Array(size).fill(-1);
    this.#hashes = new Int32Array(size);
    this.#mask = size - 1;
  }

  find(hash: number, isSame: (row: number) => boolean): number {
    let slot = hash & this.#mask;
    for (;;) {
      const row = this.#rows[slot] as number;
      if (row < 0) return -1;
      if (this.#hashes[slot] === (hash | 0) && isSame(row)) return row;
      slot = (slot + 1) & this.#mask;
    }
  }

  add(hash: number, row: number): void {
    if (++this.#used * 2 > this.#mask) this.#grow();
    this.#place(hash, row);
  }

  #place(hash: number, row: number): void {
    let slot = hash & this.#mask;
    while ((this.#rows[slot] as number) >= 0) slot = (slot + 1) & this.#mask;
    this.#rows[slot] = row;
    this.#hashes[slot] = hash | 0;
  }

  #grow(): void {
    const rows = this.#rows;
    const hashes = this.#hashes;
    const size = (this.#mask + 1) * 2;
    this.#rows = new Int32Array(size).fill(-1);
    this.#hashes = new Int32Array(size);
    this.#mask = size - 1;
    for (let slot = 0; slot < rows.length; slot++) {
      if ((rows[slot] as number) >= 0) this.#place(hashes[slot] as number, rows[slot] as number);
    }
  }
}
