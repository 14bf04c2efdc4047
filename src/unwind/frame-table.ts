import { Int32Builder } from '../base/growable-column.ts';
import type { AddressSpaces } from './address-spaces.ts';

/** Words per entry: low address, high address and space, row, rule. */
const entryWords = 4;
/** Room for as many rows from the start as half the first entries hold: untouched memory is free. */
const firstRows = 1 << 16;
/** The rule of an address nobody has asked a rule for. */
const noRule = -1;
/** Keys of this space are not exact and are checked against the columns. */
const crowdedSpace = 0xfffe;
/** Kernel addresses have all high bits set, which is the key of no other space. */
const kernelHigh = 0xffff;

/**
 * Frames by lookup address and space; also the cache of unwinding rules and the interner of frames, so
 * that one probe of one 16-byte entry gives all three. The hash is exact: nothing is ever evicted.
 *
 * Entries are `[low, high | space << 16, row, rule]`, row -1 = free, at most half full, probed in steps of
 * one. Addresses of 48 bits in the first 65 533 spaces, and kernel addresses, are told apart by
 * the two key words alone; all others share one space number and are checked against the columns.
 */
export class FrameTable {
  /** For hot loops, which read it again after every call that may add. */
  entries: Int32Array;
  /** Capacity - 1; the capacity is a power of two. */
  mask: number;
  readonly #spaces: AddressSpaces;
  readonly #low = new Int32Builder(firstRows);
  readonly #high = new Int32Builder(firstRows);
  readonly #space = new Int32Builder(firstRows);
  readonly #mapping = new Int32Builder(firstRows);

  constructor(spaces: AddressSpaces, capacity: number = 1 << 17) {
    this.#spaces = spaces;
    this.entries = new Int32Array(capacity * entryWords).fill(-1);
    this.mask = capacity - 1;
  }

  get length(): number {
    return this.#low.length;
  }

  /** The row of a lookup address (ip of a leaf, return address - 1 of a caller), new or known. */
  frame(low: number, high: number, space: number): number {
    const word = this.entry(low, high, space); // first: it may replace `entries`
    return this.entries[word + 2] as number;
  }

  lo(row: number): number {
    return this.#low.at(row);
  }

  hi(row: number): number {
    return this.#high.at(row);
  }

  space(row: number): number {
    return this.#space.at(row);
  }

  /** Index into `spaces.mappings`, -1 = no code is known there. */
  mapping(row: number): number {
    return this.#mapping.at(row);
  }

  /** The Avma as one number: exact below 2^53, which user addresses are. */
  avma(row: number): number {
    return (this.hi(row) >>> 0) * 2 ** 32 + (this.lo(row) >>> 0);
  }

  /** The word index of an address's entry, made when it is new. */
  entry(low: number, high: number, space: number): number {
    const key = entryKey(high, space);
    const { entries, mask } = this;
    for (let at = slotOf(low, key) & mask; ; at = (at + 1) & mask) {
      const word = at * entryWords;
      const row = entries[word + 2] as number;
      if (row < 0) return this.#insert(low, high, space, key, word);
      if (entries[word] !== (low | 0) || entries[word + 1] !== key) continue;
      if (key >>> 16 !== crowdedSpace) return word;
      if (this.hi(row) === (high | 0) && this.space(row) === space) return word;
    }
  }

  #insert(low: number, high: number, space: number, key: number, word: number): number {
    const row = this.#low.push(low);
    this.#high.push(high);
    this.#space.push(space);
    this.#mapping.push(space === 0 ? -1 : this.#spaces.findMapping(space, this.avma(row)));
    if (row * 2 >= this.mask) {
      this.#grow();
      word = this.#free(low, key);
    }
    this.#write(word, low, key, row, noRule);
    return word;
  }

  #grow(): void {
    const old = this.entries;
    this.entries = new Int32Array(old.length * 2).fill(-1);
    this.mask = this.mask * 2 + 1;
    for (let word = 0; word < old.length; word += entryWords) {
      const row = old[word + 2] as number;
      if (row < 0) continue;
      const low = old[word] as number;
      const key = old[word + 1] as number;
      this.#write(this.#free(low, key), low, key, row, old[word + 3] as number);
    }
  }

  #free(low: number, key: number): number {
    let at = slotOf(low, key) & this.mask;
    while ((this.entries[at * entryWords + 2] as number) >= 0) at = (at + 1) & this.mask;
    return at * entryWords;
  }

  #write(word: number, low: number, key: number, row: number, rule: number): void {
    const { entries } = this;
    entries[word] = low;
    entries[word + 1] = key;
    entries[word + 2] = row;
    entries[word + 3] = rule;
  }
}

/** Whether the two key words identify addresses of this space below 2^48. */
export function hasExactKeys(space: number): boolean {
  return space < crowdedSpace;
}

function entryKey(high: number, space: number): number {
  const top = high >>> 16;
  if (top === 0 && space < crowdedSpace) return high | (space << 16);
  if (top === kernelHigh && space === 0) return high | 0;
  return (high & 0xffff) | (crowdedSpace << 16);
}

/** The word index of the entry with this key, or of the free one where it belongs. */
export function probe(entries: Int32Array, mask: number, low: number, key: number): number {
  let at = (slotOf(low, key) & mask) << 2;
  while ((entries[at] !== low || entries[at + 1] !== key) && (entries[at + 2] as number) >= 0) {
    at = (at + entryWords) & ((mask << 2) | 3);
  }
  return at;
}

/** Mixes both words. */
export function slotOf(low: number, key: number): number {
  const mixed = Math.imul(low ^ Math.imul(key, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
