import { demangle } from '../../demangle/index.ts';
import {
  type SimpleperfFile,
  type SimpleperfSymbol,
  simpleperfFileKinds,
} from '../../perf/simpleperf-files.ts';

/** A function as the recorder named it. */
export interface RecordedFunction {
  readonly name: string;
  /** '' = the same. */
  readonly linkageName: string;
}

/** Where an address lies: all Avma but the FileOffset. */
export interface MappedAddress {
  readonly avma: bigint;
  readonly start: bigint;
  readonly fileOffset: bigint;
}

/**
 * Symbols that stand in the recording itself: Android's recordings are looked at on other machines than
 * the images are on.
 */
export class RecordedSymbols {
  readonly #files = new Map<string, SimpleperfFile>();

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  add(file: SimpleperfFile): void {
    file.symbols.sort((a, b) => (a.start < b.start ? -1 : Number(a.start > b.start)));
    if (file.symbols.length > 0) this.#files.set(file.path, file);
  }

  find(path: string, place: MappedAddress): RecordedFunction | undefined {
    const file = this.#files.get(path);
    const symbol = file && findSymbol(file.symbols, addressIn(file, place));
    if (symbol === undefined) return undefined;
    const name = demangle(symbol.name);
    return { name, linkageName: name === symbol.name ? '' : symbol.name };
  }
}

/** As `IpToVaddrInFile` of simpleperf's dso.cpp. */
function addressIn(file: SimpleperfFile, { avma, start, fileOffset }: MappedAddress): bigint {
  const { kind, codeStart, codeOffset } = file;
  switch (kind) {
    case simpleperfFileKinds.elf:
      if (codeOffset === undefined) return avma - start + codeStart;
      return avma - start + fileOffset - codeOffset + codeStart;
    case simpleperfFileKinds.kernelModule:
      return avma - start + codeStart - (codeOffset ?? 0n);
    case simpleperfFileKinds.dex:
      return avma - start + fileOffset;
    default:
      return avma;
  }
}

function findSymbol(
  symbols: readonly SimpleperfSymbol[],
  address: bigint,
): SimpleperfSymbol | undefined {
  let low = 0;
  let high = symbols.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((symbols[middle] as SimpleperfSymbol).start <= address) low = middle + 1;
    else high = middle;
  }
  const symbol = symbols[low - 1];
  return symbol !== undefined && address < symbol.start + BigInt(symbol.length)
    ? symbol
    : undefined;
}
