import { ByteReader } from '../../../base/byte-reader.ts';
import { nearNames } from '../../../base/near-names.ts';
import { ToolError } from '../../../base/tool-error.ts';
import {
  cString,
  type ElfFile,
  findSection,
  notesOf,
  parseFunctionSymbols,
  segmentTypes,
} from '../../../object/index.ts';

/** Where a probe goes: file offsets, which is what the kernel asks for. */
export interface ProbeSite {
  readonly fileOffset: bigint;
  /** Of the counter that the program checks before it passes a USDT site; 0 = it checks none. */
  readonly semaphoreOffset: bigint;
}

/** The file offset of a function, or of a place inside it. */
export function functionSite(
  elf: ElfFile,
  path: string,
  symbol: string,
  offset: bigint,
): ProbeSite {
  const svma = symbol === '' ? offset : addressOf(elf, path, symbol) + offset;
  return { fileOffset: fileOffsetOf(elf, path, svma), semaphoreOffset: 0n };
}

function addressOf(elf: ElfFile, path: string, symbol: string): bigint {
  const symbols = parseFunctionSymbols(elf);
  const names: string[] = [];
  for (let row = 0; row < symbols.length; row++) {
    const name = symbols.nameAt(row);
    // glibc's table says `malloc@@GLIBC_2.2.5` in some builds.
    if (name === symbol || name.startsWith(`${symbol}@`)) return BigInt(symbols.address[row] ?? 0);
    names.push(name);
  }
  const near = nearNames(symbol, names);
  const stripped = 'it has no symbols: name the address instead, as 0x1234';
  throw new ToolError('not-found', `${path} has no function ${symbol}`, {
    hint: names.length === 0 ? stripped : (nearHint(near) ?? `nm -CD ${path} lists its functions`),
    file: path,
  });
}

function nearHint(near: readonly string[]): string | undefined {
  return near.length === 0 ? undefined : `it has ${near.join(', ')}`;
}

/** Svma to file offset by the segment that is loaded there. */
function fileOffsetOf(elf: ElfFile, path: string, svma: bigint): bigint {
  for (const { type, address, offset, fileSize } of elf.segments) {
    if (type !== segmentTypes.load) continue;
    if (svma >= address && svma < address + BigInt(fileSize))
      return svma - address + BigInt(offset);
  }
  throw new ToolError('not-found', `0x${svma.toString(16)} is outside of what ${path} loads`, {
    hint: 'give the address as the file has it (objdump -d), not as it is in memory',
    file: path,
  });
}

const usdtNoteType = 3;

/** A note of SystemTap's sys/sdt.h: https://sourceware.org/systemtap/wiki/UserSpaceProbeImplementation */
interface UsdtNote {
  readonly provider: string;
  readonly name: string;
  /** Svma, already moved to where the image was linked in the end. */
  readonly address: bigint;
  readonly semaphore: bigint;
}

/** Every place where the program passes this USDT probe: inlining may make many. */
export function usdtSites(
  elf: ElfFile,
  path: string,
  provider: string,
  name: string,
): readonly ProbeSite[] {
  const notes = usdtNotes(elf);
  const wanted = notes.filter((note) => note.provider === provider && note.name === name);
  if (wanted.length > 0) return wanted.map((note) => siteOf(elf, path, note));
  const known = [...new Set(notes.map((note) => `${note.provider}:${note.name}`))];
  const near = nearNames(`${provider}:${name}`, known);
  const some = near.length > 0 ? near : known.slice(0, 5);
  const hint =
    known.length === 0
      ? `it was built without USDT probes; uprobe:${path}:FUNCTION works on any function`
      : `it has ${some.join(', ')}${known.length > some.length ? `, … (${known.length})` : ''}`;
  throw new ToolError('not-found', `${path} has no USDT probe ${provider}:${name}`, {
    hint,
    file: path,
  });
}

function siteOf(elf: ElfFile, path: string, note: UsdtNote): ProbeSite {
  return {
    fileOffset: fileOffsetOf(elf, path, note.address),
    semaphoreOffset: note.semaphore === 0n ? 0n : fileOffsetOf(elf, path, note.semaphore),
  };
}

function usdtNotes(elf: ElfFile): UsdtNote[] {
  const base = findSection(elf, '.stapsdt.base')?.address;
  const found: UsdtNote[] = [];
  for (const { owner, type, bytes } of notesOf(elf)) {
    if (owner !== 'stapsdt' || type !== usdtNoteType) continue;
    const reader = new ByteReader(bytes, '.note.stapsdt', { littleEndian: elf.littleEndian });
    const word = (field: string): bigint =>
      elf.is64 ? reader.u64(field) : BigInt(reader.u32(field));
    const address = word('location');
    const linkedBase = word('base');
    const semaphore = word('semaphore');
    // Prelink moves code without rewriting notes; the base section shows by how much.
    const shift = base === undefined ? 0n : base - linkedBase;
    const provider = cString(bytes, reader.offset);
    const name = cString(bytes, reader.offset + provider.length + 1);
    const moved = semaphore === 0n ? 0n : semaphore + shift;
    found.push({ provider, name, address: address + shift, semaphore: moved });
  }
  return found;
}
