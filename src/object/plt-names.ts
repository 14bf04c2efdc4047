import { ByteReader } from '../base/byte-reader.ts';
import { cString, type ElfFile, type ElfSection, sectionBytes } from './elf-file.ts';
import { forEachRelocation } from './elf-relocations.ts';
import { relocationTypes, sectionFlags, sectionTypes } from './elf-table.ts';
import { lastAtOrBelow } from './symbol-lookup.ts';

/** A stub of the procedure linkage table has no symbol; which function it calls is said elsewhere. */
export interface PltNames {
  /** `memcpy@plt` for any address inside the stub. */
  find(svma: number): string | undefined;
  /** Outside of stubs: where the next ones begin. Inside: the address behind. */
  heldUntil(svma: number): number;
}

const noNames: PltNames = { find: () => undefined, heldUntil: () => Number.POSITIVE_INFINITY };

/**
 * Each stub jumps through a slot of the GOT, and the relocation of that slot names the function. Going
 * by what the stub says instead of by counting holds for `.plt`, `.plt.sec` (IBT), `.plt.got` and BTI.
 *
 * `nameOf` names the function at an address, for slots that are filled by asking an IFUNC's resolver.
 */
export function parsePltNames(
  elf: ElfFile,
  nameOf: (svma: number) => string | undefined,
): PltNames {
  const scan = stubScanners[elf.machine];
  const sections = elf.sections.filter(
    ({ name, flags }) => /^\.i?plt(\.|$)/.test(name) && (flags & sectionFlags.execute) !== 0,
  );
  if (scan === undefined || !elf.is64 || sections.length === 0) return noNames;
  const inOrder = sections.sort((a, b) => Number(a.address - b.address));
  const ranges = inOrder.map(
    ({ address, size }) => [Number(address), Number(address) + size] as const,
  );
  let find: PltNames['find'] | undefined;
  return {
    find(svma) {
      if (!ranges.some(([start, end]) => svma >= start && svma < end)) return undefined;
      find ??= namesIn(elf, inOrder, scan, nameOf);
      return find(svma);
    },
    heldUntil(svma) {
      for (const [start, end] of ranges) if (svma < end) return Math.max(start, svma + 1);
      return Number.POSITIVE_INFINITY;
    },
  };
}

function namesIn(
  elf: ElfFile,
  sections: readonly ElfSection[],
  scan: (code: Uint8Array, base: number) => Stub[],
  nameOf: (svma: number) => string | undefined,
): PltNames['find'] {
  const starts: number[] = [];
  const ends: number[] = [];
  const slots: number[] = [];
  for (const section of sections) {
    const base = Number(section.address);
    const stubs = scan(sectionBytes(elf, section), base);
    for (const [index, stub] of stubs.entries()) {
      starts.push(stub.start);
      ends.push(stubs[index + 1]?.start ?? base + section.size);
      slots.push(stub.slot);
    }
  }
  const names = new SlotNames(elf, new Set(slots), nameOf);
  const inOrder = Float64Array.from(starts);
  return (svma) => {
    const row = lastAtOrBelow(inOrder, svma);
    if (row < 0 || svma >= (ends[row] ?? 0)) return undefined;
    const name = names.find(slots[row] as number);
    return name === undefined ? undefined : `${name}@plt`;
  };
}

interface Stub {
  readonly start: number;
  /** Svma of the GOT entry it jumps through. */
  readonly slot: number;
}

const stubScanners: Readonly<Record<string, (code: Uint8Array, base: number) => Stub[]>> = {
  'x86-64': scanX86,
  aarch64: scanAarch64,
};

/** `jmp *slot(%rip)` (ff 25 disp32), in stubs of 8 (`.plt.got`) or 16 bytes. */
function scanX86(code: Uint8Array, base: number): Stub[] {
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength);
  const stubs: Stub[] = [];
  for (let at = 0; at + 6 <= code.length; at++) {
    if (code[at] !== 0xff || code[at + 1] !== 0x25) continue;
    const slot = base + at + 6 + view.getInt32(at + 2, true);
    stubs.push({ start: base + at - (at % 8), slot });
    at += 5;
  }
  return stubs;
}

/** `adrp x16, page` then `ldr x17, [x16, offset]`, perhaps after `bti c`. */
function scanAarch64(code: Uint8Array, base: number): Stub[] {
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength);
  const stubs: Stub[] = [];
  for (let at = 0; at + 8 <= code.length; at += 4) {
    const page = view.getUint32(at, true);
    const load = view.getUint32(at + 4, true);
    if ((page & 0x9f00001f) >>> 0 !== 0x90000010 || (load & 0xffc003ff) >>> 0 !== 0xf9400211) {
      continue;
    }
    const pages = (((((page >>> 5) & 0x7ffff) << 2) | ((page >>> 29) & 3)) << 11) >> 11;
    const slot = Math.floor((base + at) / 4096) * 4096 + pages * 4096 + ((load >>> 10) & 0xfff) * 8;
    const hasLanding = at >= 4 && view.getUint32(at - 4, true) === 0xd503245f;
    stubs.push({ start: base + at - (hasLanding ? 4 : 0), slot });
  }
  return stubs;
}

/**
 * What the dynamic linker puts into each slot: by the relocations of `.rela.plt` and `.rela.dyn`. The
 * first is small and has nearly all of them, the other may have a million: sections are read from the
 * smallest on until a slot is found. Names are made of what is asked for.
 */
class SlotNames {
  readonly #elf: ElfFile;
  readonly #slots: ReadonlySet<number>;
  readonly #nameOf: (svma: number) => string | undefined;
  readonly #unread: ElfSection[];
  readonly #names = new Map<number, () => string>();

  constructor(
    elf: ElfFile,
    slots: ReadonlySet<number>,
    nameOf: (svma: number) => string | undefined,
  ) {
    this.#elf = elf;
    this.#slots = slots;
    this.#nameOf = nameOf;
    this.#unread = elf.sections
      .filter(({ type }) => type === sectionTypes.relocations)
      .sort((a, b) => b.size - a.size);
  }

  find(slot: number): string | undefined {
    while (!this.#names.has(slot)) {
      const section = this.#unread.pop();
      if (section === undefined) return undefined;
      this.#read(section);
    }
    return this.#names.get(slot)?.() || undefined;
  }

  #read(section: ElfSection): void {
    const types = relocationTypes[this.#elf.machine];
    if (types === undefined) return;
    const symbols = this.#elf.sections[section.link];
    const nameAt = symbols === undefined ? () => '' : symbolNames(this.#elf, symbols);
    forEachRelocation(this.#elf, section, (slot, type, symbol, addend) => {
      const isResolved = type === types.resolver;
      if ((!isResolved && !types.slots.includes(type)) || !this.#slots.has(slot)) return;
      this.#names.set(slot, isResolved ? () => this.#nameOf(addend) ?? '' : () => nameAt(symbol));
    });
  }
}

function symbolNames(elf: ElfFile, symbols: ElfSection): (row: number) => string {
  const strings = elf.sections[symbols.link];
  const names = strings === undefined ? new Uint8Array(0) : sectionBytes(elf, strings);
  const reader = new ByteReader(sectionBytes(elf, symbols), symbols.name, {
    base: symbols.offset,
    littleEndian: elf.littleEndian,
  });
  return (row) => {
    if (row === 0 || (row + 1) * 24 > reader.bytes.length) return '';
    reader.seek(row * 24, 'symbol');
    return cString(names, reader.u32('name'));
  };
}
