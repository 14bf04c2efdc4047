import type { KernelSymbolRecord, MmapRecord } from '../../perf/sideband-records.ts';

/** An image of the running kernel, or a function that was added to it. Addresses are Avma. */
export interface KernelRange {
  readonly start: bigint;
  readonly end: bigint;
  /** `[kernel.kallsyms]`, `[module]` or the module's file. */
  readonly path: string;
  readonly fileOffset: bigint;
  /** The one function in it, '' = it has symbols of its own. */
  readonly functionName: string;
}

/** perf appends the symbol that relocation refers to. */
const kernelName = /^\[(guest\.)?kernel\.kallsyms[^\]]*\](_s?text)?$/;
export const kernelPath = '[kernel.kallsyms]';
export const bpfPath = '[bpf]';

/**
 * Where the kernel's images lie. They hardly change while one records, so the whole recording has one
 * map. perf lets the kernel itself reach past its modules, so the range that starts last wins.
 */
export class KernelMap {
  readonly #ranges: KernelRange[] = [];
  #isSorted = true;

  addImage(record: MmapRecord): void {
    this.#add({
      start: record.start,
      end: record.start + record.length,
      path: kernelName.test(record.path) ? kernelPath : record.path,
      fileOffset: record.fileOffset,
      functionName: '',
    });
  }

  /** One that goes stays: its samples may still come. */
  addSymbol(record: KernelSymbolRecord): void {
    if (record.isGone) return;
    this.#add({
      start: record.start,
      end: record.start + BigInt(record.length),
      path: bpfPath,
      fileOffset: 0n,
      functionName: record.name,
    });
  }

  find(address: bigint): KernelRange | undefined {
    this.#sort();
    const ranges = this.#ranges;
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ranges[middle] as KernelRange).start <= address) low = middle + 1;
      else high = middle;
    }
    for (let at = low - 1; at >= 0; at--) {
      const range = ranges[at] as KernelRange;
      if (address < range.end) return range;
    }
    return undefined;
  }

  #add(range: KernelRange): void {
    this.#ranges.push(range);
    this.#isSorted = false;
  }

  #sort(): void {
    if (this.#isSorted) return;
    this.#ranges.sort((a, b) => (a.start < b.start ? -1 : Number(a.start > b.start)));
    this.#isSorted = true;
  }
}
