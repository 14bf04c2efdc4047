import type { CfiCursor } from './cfi-cursor.ts';
import { type PointerBases, readPointer, readPointerValue } from './cfi-pointer.ts';
import { CfiRow } from './cfi-row.ts';
import { pointerFormats, pointerOmitted } from './cfi-table.ts';

/** A common information entry: what the functions of an object file share. */
export interface Cie {
  readonly offset: number;
  readonly codeAlignment: number;
  readonly dataAlignment: number;
  readonly returnRegister: number;
  /** Encoding of addresses in its FDEs. */
  readonly addressEncoding: number;
  readonly addressSize: number;
  readonly segmentSize: number;
  readonly hasAugmentationData: boolean;
  /** 'S': its functions are where a signal handler returns to. */
  readonly isSignalFrame: boolean;
  readonly programAt: number;
  readonly programEnd: number;
  /** Before the first instruction of a function; filled at first use. */
  readonly initialRow: CfiRow;
  initialRowIsMade: boolean;
}

/** A frame description entry: one contiguous piece of code. */
export interface Fde {
  readonly offset: number;
  readonly cie: Cie;
  /** Svma. */
  readonly start: number;
  readonly end: number;
  readonly programAt: number;
  readonly programEnd: number;
}

/** An FDE that is filled in anew for each one asked for, so that a lookup allocates nothing. */
export interface ReusedFde extends Fde {
  /** -1 = none. */
  offset: number;
  cie: Cie;
  start: number;
  end: number;
  programAt: number;
  programEnd: number;
}

export function emptyFde(): ReusedFde {
  return { offset: -1, cie: noCie(), start: 0, end: 0, programAt: 0, programEnd: 0 };
}

/** What stands in a place for a CIE before one was read. */
function noCie(): Cie {
  return {
    offset: -1,
    codeAlignment: 1,
    dataAlignment: 1,
    returnRegister: 0,
    addressEncoding: pointerOmitted,
    addressSize: 8,
    segmentSize: 0,
    hasAugmentationData: false,
    isSignalFrame: false,
    programAt: 0,
    programEnd: 0,
    initialRow: new CfiRow(),
    initialRowIsMade: true,
  };
}

/** Where an entry lies and what it is, before its content is read. */
export interface EntryHeader {
  readonly kind: 'cie' | 'fde' | 'terminator';
  /** After the id field. */
  readonly contentAt: number;
  readonly end: number;
  /** Of an FDE: the offset of its CIE. */
  readonly cieOffset: number;
  readonly is64: boolean;
}

/** The two forms differ in how a CIE is marked and how an FDE points to it (LSB 5 §10.6.1). */
export function readEntryHeader(cursor: CfiCursor, offset: number, isEh: boolean): EntryHeader {
  cursor.window(offset, cursor.bytes.length);
  let length = cursor.u32();
  const is64 = length === 0xffff_ffff;
  if (is64) length = cursor.i64();
  if (length === 0) {
    return { kind: 'terminator', contentAt: cursor.at, end: cursor.at, cieOffset: 0, is64 };
  }
  const end = cursor.at + length;
  const idAt = cursor.at;
  cursor.window(idAt, end);
  const id = is64 ? cursor.i64() : cursor.u32();
  const isCie = isEh ? id === 0 : id === (is64 ? -1 : 0xffff_ffff);
  const cieOffset = isEh ? idAt - id : id;
  return { kind: isCie ? 'cie' : 'fde', contentAt: cursor.at, end, cieOffset, is64 };
}

/** DWARF 5 §6.4.1 (.debug_frame), LSB 5 §10.6.1.1 (.eh_frame). */
export function parseCie(
  cursor: CfiCursor,
  offset: number,
  isEh: boolean,
  bases: PointerBases,
): Cie {
  const header = readEntryHeader(cursor, offset, isEh);
  if (header.kind !== 'cie') throw cursor.fail('not a CIE');
  const version = cursor.u8();
  if (version !== 1 && version !== 3 && version !== 4) throw cursor.fail(`CIE version ${version}`);
  const augmentation = readAugmentation(cursor);
  if (augmentation.startsWith('eh')) cursor.skip(bases.addressSize);
  const addressSize = version === 4 ? cursor.u8() : bases.addressSize;
  const segmentSize = version === 4 ? cursor.u8() : 0;
  if (addressSize !== 4 && addressSize !== 8) throw cursor.fail(`address size ${addressSize}`);
  const codeAlignment = cursor.uleb();
  const dataAlignment = cursor.sleb();
  const returnRegister = version === 1 ? cursor.u8() : cursor.uleb();
  const augmented = readAugmentationData(cursor, augmentation, { ...bases, addressSize });
  return {
    offset,
    codeAlignment,
    dataAlignment,
    returnRegister,
    addressSize,
    segmentSize,
    hasAugmentationData: augmentation.startsWith('z'),
    ...augmented,
    programAt: cursor.at,
    programEnd: header.end,
    initialRow: new CfiRow(),
    initialRowIsMade: false,
  };
}

function readAugmentation(cursor: CfiCursor): string {
  let text = '';
  for (let byte = cursor.u8(); byte !== 0; byte = cursor.u8()) {
    text += String.fromCharCode(byte);
    if (text.length > 64) throw cursor.fail('absurd augmentation');
  }
  return text;
}

interface Augmented {
  readonly addressEncoding: number;
  readonly isSignalFrame: boolean;
}

/** Leaves the cursor behind the data. Letters after an unknown one cannot be read, but be skipped. */
function readAugmentationData(cursor: CfiCursor, letters: string, bases: PointerBases): Augmented {
  const found = { addressEncoding: pointerFormats.absolute as number, isSignalFrame: false };
  if (!letters.startsWith('z')) {
    if (letters !== '' && letters !== 'eh') throw cursor.fail(`augmentation ${letters}`);
    return found;
  }
  const length = cursor.uleb();
  const end = cursor.at + length;
  if (end > cursor.end) throw cursor.fail('augmentation data reaches outside');
  for (const letter of letters.slice(1)) {
    if (letter === 'L') cursor.skip(1);
    else if (letter === 'R') found.addressEncoding = cursor.u8();
    else if (letter === 'P') readPointer(cursor, cursor.u8(), bases);
    else if (letter === 'S') found.isSignalFrame = true;
    else if (letter !== 'B' && letter !== 'G') break; // B, G: AArch64 key and memory tags
  }
  cursor.at = end;
  return found;
}

export function parseFde(
  cursor: CfiCursor,
  header: EntryHeader,
  offset: number,
  cie: Cie,
  bases: PointerBases,
): Fde {
  cursor.window(header.contentAt, header.end);
  const own = { ...bases, addressSize: cie.addressSize };
  cursor.skip(cie.segmentSize);
  if (cie.addressEncoding === pointerOmitted) throw cursor.fail('no address');
  const start = readPointer(cursor, cie.addressEncoding, own);
  if (start === undefined) throw cursor.fail('address of unknown base');
  const length = readPointerValue(cursor, cie.addressEncoding & 0x0f, cie.addressSize);
  if (cie.hasAugmentationData) cursor.skip(cursor.uleb());
  const end = start + Math.max(0, length);
  return { offset, cie, start, end, programAt: cursor.at, programEnd: header.end };
}
