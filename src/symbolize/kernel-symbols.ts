import { Float64Builder, Int32Builder } from '../base/growable-column.ts';
import { sortedByKey } from '../base/sorted-keys.ts';
import { SymbolLookup, type SymbolTable } from '../object/index.ts';

/** Kernels lie in the upper half; distances from here are below 2^53. */
const kernelHalf = 0xffff_0000_0000_0000n;
const kernelHalfHigh = 0xffff_0000;

const newline = 0x0a;
const tab = 0x09;
const space = 0x20;

/**
 * The functions of a kernel by its own list (/proc/kallsyms): `ffffffff81000000 T _text`, and for modules
 * the name in brackets behind. Names stay bytes until one is asked for.
 */
export class KernelSymbols {
  readonly #lookup: SymbolLookup;
  /** Every address is 0: the kernel hides them (kernel.kptr_restrict, kernel.perf_event_paranoid). */
  readonly isRestricted: boolean;
  /** Avma of `_text`, where the kernel's code begins in this boot; undefined when it is not listed. */
  readonly textStart: bigint | undefined;

  private constructor(table: SymbolTable, isRestricted: boolean, textStart: bigint | undefined) {
    this.#lookup = new SymbolLookup(table);
    this.isRestricted = isRestricted;
    this.textStart = textStart;
  }

  static parse(bytes: Uint8Array): KernelSymbols {
    const rows = scanLines(bytes);
    const { keys: address, order } = sortedByKey(rows.address.view(), rows.offset.view());
    const nameAt = (row: number): string => nameFrom(bytes, order[row] as number);
    const table: SymbolTable = {
      length: order.length,
      address,
      // The list has no sizes: a function ends where the next begins.
      size: new Float64Array(order.length),
      binding: bindingsAt(bytes, order),
      nameAt,
      sectionEnd: () => Number.POSITIVE_INFINITY,
    };
    return new KernelSymbols(table, rows.isRestricted, findTextStart(table));
  }

  get length(): number {
    return this.#lookup.length;
  }

  /**
   * Names by the distance from `start` (Avma). `recordedText` is where `_text` was when the samples were
   * taken: kernels load at another place in every boot (KASLR). 0 = the same boot.
   */
  namesFrom(start: bigint, recordedText: bigint): (distance: number) => string | undefined {
    const shift =
      recordedText === 0n || this.textStart === undefined ? 0n : this.textStart - recordedText;
    const base = Number(start + shift - kernelHalf);
    return (distance) => this.#lookup.find(base + distance)?.name;
  }
}

interface Lines {
  /** Distances from `kernelHalf`. */
  readonly address: Float64Builder;
  /** Where the name begins. */
  readonly offset: Int32Builder;
  readonly isRestricted: boolean;
}

/** Hot loop over some hundred thousand lines. */
function scanLines(bytes: Uint8Array): Lines {
  const address = new Float64Builder(1 << 17);
  const offset = new Int32Builder(1 << 17);
  let lines = 0;
  let zeros = 0;
  for (let at = 0; at < bytes.length; ) {
    let high = 0;
    let low = 0;
    for (let digit = hexDigit(bytes[at]); digit >= 0; digit = hexDigit(bytes[++at])) {
      high = ((high << 4) | (low >>> 28)) >>> 0;
      low = ((low << 4) | digit) >>> 0;
    }
    const type = (bytes[at + 1] ?? 0) | 0x20;
    const isLine = bytes[at] === space && bytes[at + 2] === space;
    if (isLine) {
      lines++;
      if (high === 0 && low === 0) zeros++;
      // t, w: code. The rest is data, and addresses in the lower half are not addresses.
      if ((type === 0x74 || type === 0x77) && high >= kernelHalfHigh) {
        address.push((high - kernelHalfHigh) * 2 ** 32 + low);
        offset.push(at + 3);
      }
    }
    const end = bytes.indexOf(newline, at);
    at = end < 0 ? bytes.length : end + 1;
  }
  return { address, offset, isRestricted: lines > 0 && zeros === lines };
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** A loop, for `Uint8Array.from` takes several times as long for a list of this size. */
function bindingsAt(bytes: Uint8Array, offsets: Int32Array): Uint8Array {
  const bindings = new Uint8Array(offsets.length);
  for (let row = 0; row < offsets.length; row++) {
    bindings[row] = bindingOf(bytes[(offsets[row] as number) - 2] ?? 0);
  }
  return bindings;
}

/** As in ELF: upper case is global, w is weak. */
function bindingOf(type: number): number {
  if ((type | 0x20) === 0x77) return 2;
  return type === 0x54 ? 1 : 0;
}

const utf8 = new TextDecoder('utf-8');

function nameFrom(bytes: Uint8Array, start: number): string {
  let end = start;
  while (end < bytes.length && bytes[end] !== newline && bytes[end] !== tab) end++;
  return utf8.decode(bytes.subarray(start, end));
}

/** Near the front: `_text` is the first address of the kernel, together with a few others. */
function findTextStart(table: SymbolTable): bigint | undefined {
  for (const wanted of ['_text', '_stext']) {
    for (let row = 0; row < table.length; row++) {
      if (table.nameAt(row) !== wanted) continue;
      return kernelHalf + BigInt(table.address[row] as number);
    }
  }
  return undefined;
}
