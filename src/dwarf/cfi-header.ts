import { CfiCursor } from './cfi-cursor.ts';
import { readPointer } from './cfi-pointer.ts';
import { pointerBases, pointerFormats, pointerOmitted } from './cfi-table.ts';

/** `.eh_frame_hdr` (LSB 5 §10.6.2): FDEs sorted by address, searched in place. */
export interface EhFrameHeader {
  /** Svma of `.eh_frame`, undefined when the header does not say. */
  readonly frameAddress: number | undefined;
  /** 0 = no table that can be searched. */
  readonly count: number;
  /** Svma of the header itself, which the table counts from. */
  readonly address: number;
  readonly tableAt: number;
  readonly view: DataView;
  readonly littleEndian: boolean;
}

const searchable = pointerBases.data | pointerFormats.i32;

export function parseEhFrameHeader(
  bytes: Uint8Array,
  address: number,
  littleEndian: boolean,
  addressSize: number,
): EhFrameHeader {
  const cursor = new CfiCursor(bytes, '.eh_frame_hdr', littleEndian);
  const version = cursor.u8();
  if (version !== 1) throw cursor.fail(`version ${version}`);
  const frameEncoding = cursor.u8();
  const countEncoding = cursor.u8();
  const tableEncoding = cursor.u8();
  const bases = { section: address, text: 0, data: address, addressSize };
  const frameAddress = readPointer(cursor, frameEncoding, bases);
  const stated =
    tableEncoding === searchable && countEncoding !== pointerOmitted
      ? readPointer(cursor, countEncoding, bases)
      : 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const room = Math.floor((bytes.length - cursor.at) / 8);
  const count = Math.min(Math.max(0, stated ?? 0), room);
  return { frameAddress, count, address, tableAt: cursor.at, view, littleEndian };
}

/** The row of the last function that begins at or before the address; -1 = none. */
export function findHeaderRow(header: EhFrameHeader, svma: number): number {
  const { view, tableAt, littleEndian } = header;
  const wanted = svma - header.address;
  let low = 0;
  let high = header.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (view.getInt32(tableAt + middle * 8, littleEndian) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Svma where the function of a row begins. */
export function headerStart(header: EhFrameHeader, row: number): number {
  return header.address + header.view.getInt32(header.tableAt + row * 8, header.littleEndian);
}

/** Svma of the FDE of a row. */
export function headerFde(header: EhFrameHeader, row: number): number {
  return header.address + header.view.getInt32(header.tableAt + row * 8 + 4, header.littleEndian);
}

/** Whether each function begins after the one before; linkers that fold functions write one row for them. */
export function isSortedHeader(header: EhFrameHeader): boolean {
  for (let row = 1; row < header.count; row++) {
    if (headerStart(header, row) <= headerStart(header, row - 1)) return false;
  }
  return true;
}
