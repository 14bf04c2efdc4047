import type { SymbolTable } from './elf-symbols.ts';
import { symbolBindings } from './elf-table.ts';

/** A function that a symbol table names. */
export interface FoundSymbol {
  readonly name: string;
  /** Svma. */
  readonly start: number;
  /** Svma of the first byte behind it. */
  readonly end: number;
}

/** How many symbols that end too early are passed over to find one that reaches around them. */
const longestStepBack = 32;

/**
 * Finds the function around an address. Names are decoded and aliases settled only for what is
 * found, once per start address.
 */
export class SymbolLookup {
  readonly #table: SymbolTable;
  readonly #found = new Map<number, FoundSymbol>();
  /** By row: how far this function or any before it reaches (Svma). Most addresses of a stripped image are past it. */
  #reach: Float64Array | undefined;
  /** Addresses from the one last asked for up to here (Svma) have the same answer. */
  heldUntil = 0;

  constructor(table: SymbolTable) {
    this.#table = table;
  }

  get length(): number {
    return this.#table.length;
  }

  /** `svma` may be anywhere inside the function. */
  find(svma: number): FoundSymbol | undefined {
    const { address, size } = this.#table;
    const nearest = lastAtOrBelow(address, svma);
    let row = nearest;
    for (let steps = 0; row >= 0 && steps < longestStepBack; steps++) {
      const start = address[row] as number;
      const first = firstOfAddress(address, row);
      let longest = 0;
      for (let alias = first; alias <= row; alias++) {
        if ((size[alias] as number) > longest) longest = size[alias] as number;
      }
      if (svma < start + longest) {
        this.heldUntil = Math.min(start + longest, this.#nextStart(nearest));
        return this.#settle(first, row, start + longest);
      }
      row = first - 1;
      if (row >= 0 && (this.#reaches()[row] as number) <= svma) break;
    }
    this.heldUntil = this.#nextStart(nearest);
    return this.#findUnsized(nearest, svma);
  }

  #reaches(): Float64Array {
    if (this.#reach !== undefined) return this.#reach;
    const { address, size, length } = this.#table;
    const reach = new Float64Array(length);
    let furthest = 0;
    for (let row = 0; row < length; row++) {
      furthest = Math.max(furthest, (address[row] as number) + (size[row] as number));
      reach[row] = furthest;
    }
    this.#reach = reach;
    return reach;
  }

  /** Without a size a function ends where the next one starts, so only the nearest can be meant. */
  #findUnsized(nearest: number, svma: number): FoundSymbol | undefined {
    const { address, size } = this.#table;
    if (nearest < 0) return undefined;
    const first = firstOfAddress(address, nearest);
    for (let row = first; row <= nearest; row++) if ((size[row] as number) > 0) return undefined;
    const end = Math.min(this.#nextStart(nearest), this.#table.sectionEnd(first));
    if (svma >= end) return undefined;
    this.heldUntil = end;
    return this.#settle(first, nearest, end);
  }

  #nextStart(row: number): number {
    const { address, length } = this.#table;
    return row + 1 < length ? (address[row + 1] as number) : Number.POSITIVE_INFINITY;
  }

  #settle(first: number, last: number, end: number): FoundSymbol {
    const known = this.#found.get(first);
    if (known !== undefined) return known;
    let best = first;
    let name = this.#table.nameAt(first);
    for (let row = first + 1; row <= last; row++) {
      const other = this.#table.nameAt(row);
      if (!this.#isBetter(row, other, best, name)) continue;
      best = row;
      name = other;
    }
    const found = { name, start: this.#table.address[first] as number, end };
    this.#found.set(first, found);
    return found;
  }

  /** perf's order: with a size, not weak, global, fewer underscores in front, the longer name. */
  #isBetter(row: number, name: string, best: number, bestName: string): boolean {
    const { size, binding } = this.#table;
    const difference =
      Number((size[row] as number) > 0) - Number((size[best] as number) > 0) ||
      rankOf(binding[row] as number) - rankOf(binding[best] as number) ||
      underscores(bestName) - underscores(name) ||
      name.length - bestName.length;
    return difference > 0;
  }
}

function rankOf(binding: number): number {
  if (binding === symbolBindings.weak) return 0;
  return binding === symbolBindings.local ? 1 : 2;
}

function underscores(name: string): number {
  let count = 0;
  while (name.charCodeAt(count) === 0x5f) count++;
  return count;
}

function firstOfAddress(address: Float64Array, row: number): number {
  let first = row;
  while (first > 0 && address[first - 1] === address[row]) first--;
  return first;
}

/** The last row whose address is not above `wanted`; -1 when there is none. */
export function lastAtOrBelow(address: Float64Array, wanted: number): number {
  let low = 0;
  let high = address.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((address[middle] as number) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
