import { CfiSection } from '../cfi-section.ts';

/** A function as `.eh_frame` describes it. */
export interface FramedFunction {
  /** Svma. */
  readonly start: number;
  readonly size: number;
  readonly program?: readonly number[];
}

/** Version 1, "zR", addresses of 32 bits from here, code 1, data -8, column 16; CFA = r7 + 8, r16 at CFA - 8. */
const cie = [1, 0x7a, 0x52, 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1];
const cieBytes = 8 + cie.length;
const fdeHeaderBytes = 17;

/** An `.eh_frame` at Svma 0 of one CIE and an FDE per function; FDE `n` begins at `fdeOffset(…, n)`. */
export function frameSection(functions: readonly FramedFunction[]): CfiSection {
  const bytes = new Uint8Array(fdeOffset(functions, functions.length));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, cieBytes - 4, true);
  bytes.set(cie, 8);
  functions.forEach(({ start, size, program = [] }, row) => {
    const at = fdeOffset(functions, row);
    view.setUint32(at, fdeHeaderBytes - 4 + program.length, true);
    view.setUint32(at + 4, at + 4, true);
    view.setInt32(at + 8, start - (at + 8), true);
    view.setInt32(at + 12, size, true);
    bytes.set(program, at + fdeHeaderBytes);
  });
  const shape = { bytes, address: 0, littleEndian: true, addressSize: 8 };
  return new CfiSection({ name: '.eh_frame', ...shape });
}

export function fdeOffset(functions: readonly FramedFunction[], row: number): number {
  return functions
    .slice(0, row)
    .reduce((at, { program = [] }) => at + fdeHeaderBytes + program.length, cieBytes);
}

/** An `.eh_frame_hdr` at Svma 0x10000 for a section at 0, with rows of [start, FDE]. */
export const headerAddress = 0x10000;

export function frameHeader(rows: readonly (readonly [number, number])[]): Uint8Array {
  const bytes = new Uint8Array(12 + rows.length * 8);
  const view = new DataView(bytes.buffer);
  bytes.set([1, 0x1b, 0x03, 0x3b]); // from itself; count of 32 bits; table from the header
  view.setInt32(4, -(headerAddress + 4), true);
  view.setUint32(8, rows.length, true);
  rows.forEach(([start, fde], row) => {
    view.setInt32(12 + row * 8, start - headerAddress, true);
    view.setInt32(16 + row * 8, fde - headerAddress, true);
  });
  return bytes;
}
