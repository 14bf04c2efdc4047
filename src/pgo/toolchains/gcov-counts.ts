import { malformed } from '../../base/tool-error.ts';

/** One function of a .gcda file. */
export interface GcovFunction {
  /** Equal in the .gcno file of the same compilation, which has the name. */
  readonly ident: number;
  /** Checksum of its control flow: gcc takes counts only where it is the same. */
  readonly shape: number;
  readonly counts: readonly number[];
  /** How often its arcs were taken, all together and the most frequent one. */
  readonly sum: number;
  readonly highest: number;
}

const dataMagic = 0x67636461;
const notesMagic = 0x67636e6f;
const tags = { function: 0x01000000, arcs: 0x01a10000 } as const;
/** Records before GCC 12 give their lengths in words. */
const firstWithBytes = 12;

interface GcovRecord {
  readonly tag: number;
  readonly size: number;
  readonly at: number;
}

/** The functions of a .gcda file (gcc/gcov-io.h): those that were compiled, run or not. */
export function parseGcovCounts(bytes: Uint8Array): GcovFunction[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const functions: GcovFunction[] = [];
  for (const { tag, size, at } of recordsOf(view, dataMagic)) {
    // Ident, checksum of its lines, checksum of its control flow.
    if (tag === tags.function && size >= 12) {
      const ident = view.getUint32(at, true);
      const shape = view.getUint32(at + 8, true);
      functions.push({ ident, shape, counts: [], sum: 0, highest: 0 });
    }
    const current = functions.at(-1);
    if (tag !== tags.arcs || current === undefined) continue;
    const counts: number[] = [];
    let [sum, highest] = [0, 0];
    for (let place = at; place + 8 <= at + size; place += 8) {
      // Signed in the file; a count below zero is damage.
      const count = Math.max(0, Number(view.getBigInt64(place, true)));
      counts.push(count);
      sum += count;
      highest = Math.max(highest, count);
    }
    functions[functions.length - 1] = { ...current, counts, sum, highest };
  }
  return functions;
}

/** What a .gcno file says of a function. */
export interface GcovNote {
  readonly name: string;
  readonly shape: number;
}

/** The functions of a .gcno file by ident: those that were compiled. */
export function parseGcovNotes(bytes: Uint8Array): Map<number, GcovNote> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const notes = new Map<number, GcovNote>();
  const inBytes = hasByteLengths(view);
  for (const { tag, size, at } of recordsOf(view, notesMagic)) {
    // Ident, two checksums, then the name: its length and its bytes.
    if (tag !== tags.function || size < 20) continue;
    const length = view.getUint32(at + 12, true) * (inBytes ? 1 : 4);
    if (length > size - 16) continue;
    const text = new TextDecoder().decode(bytes.subarray(at + 16, at + 16 + length));
    const name = text.split('\0')[0] ?? '';
    notes.set(view.getUint32(at, true), { name, shape: view.getUint32(at + 8, true) });
  }
  return notes;
}

function hasByteLengths(view: DataView): boolean {
  // "B22*": ten times the letter from A on, and the digit.
  const version = view.byteLength < 8 ? 0 : view.getUint32(4, true);
  const major = ((version >>> 24) - 0x41) * 10 + ((version >>> 16) & 0xff) - 0x30;
  return major >= firstWithBytes;
}

function* recordsOf(view: DataView, magic: number): Generator<GcovRecord> {
  if (view.byteLength < 16 || view.getUint32(0, true) !== magic) {
    throw malformed('gcov header', 0, 'is not one of gcc for this machine');
  }
  const unit = hasByteLengths(view) ? 1 : 4;
  // GCC 12 put a checksum behind magic, version and stamp.
  const header = unit === 1 ? 16 : 12;
  let at = magic === dataMagic ? header : firstNote(view, header, unit);
  while (at + 8 <= view.byteLength) {
    const tag = view.getUint32(at, true);
    // A negative length stands for so many zeros, which are not written.
    const size = Math.max(0, view.getInt32(at + 4, true)) * unit;
    at += 8;
    if (tag === 0) return;
    if (at + size > view.byteLength) throw malformed('gcov record', at - 8, 'ends after the file');
    yield { tag, size, at };
    at += size;
  }
}

/** Notes have the working folder and a flag before their records. */
function firstNote(view: DataView, header: number, unit: number): number {
  if (view.byteLength < header + 4) return view.byteLength;
  return header + 8 + view.getUint32(header, true) * unit;
}
