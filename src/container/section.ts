import type { ColumnKind, Encoding } from './layout-table.ts';

export type ColumnData = Uint8Array | Int32Array | Float64Array | BigUint64Array | BigInt64Array;

/** A named column: what a file is made of. */
export interface Section {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly data: ColumnData;
}

/** Some rows of a column as byte streams, each of which is compressed or not by itself. */
export interface BlockDraft {
  readonly encoding: Encoding;
  readonly rows: number;
  readonly streams: readonly Uint8Array[];
}

/** The memory of a column, little-endian as every machine that runs JavaScript today. */
export function bytesOf(data: ColumnData): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** A column of zeros. */
export function newColumn(kind: ColumnKind, rows: number): ColumnData {
  return makers[kind](rows);
}

const makers: Readonly<Record<ColumnKind, (rows: number) => ColumnData>> = {
  u8: (rows) => new Uint8Array(rows),
  i32: (rows) => new Int32Array(rows),
  f64: (rows) => new Float64Array(rows),
  u64: (rows) => new BigUint64Array(rows),
  i64: (rows) => new BigInt64Array(rows),
  json: (rows) => new Uint8Array(rows),
};
