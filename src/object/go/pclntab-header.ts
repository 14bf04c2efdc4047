import { ByteReader } from '../../base/byte-reader.ts';
import type { GoTablePlace } from './go-module.ts';
import { type GoLayout, goMagics } from './pclntab-table.ts';

/** Where the parts of `.gopclntab` begin, from its own start, and how they are written. */
export interface GoTableHeader {
  readonly layout: GoLayout;
  readonly littleEndian: boolean;
  readonly quantum: number;
  readonly pointerSize: number;
  /** Bytes of an entry of the table of functions; 1.18 made them offsets. */
  readonly fieldSize: number;
  readonly functions: number;
  readonly names: number;
  readonly units: number;
  readonly files: number;
  readonly values: number;
  readonly table: number;
}

/** Undefined when it is not a table that Go has written. */
export function parseGoTableHeader(
  { bytes }: GoTablePlace,
  littleEndian: boolean,
): GoTableHeader | undefined {
  const reader = new ByteReader(bytes, '.gopclntab', { littleEndian });
  const layout = goMagics[reader.u32('magic')];
  if (layout === undefined) return undefined;
  reader.skip(2, 'padding');
  const quantum = reader.u8('smallest instruction');
  const pointerSize = reader.u8('pointer size');
  if (pointerSize !== 4 && pointerSize !== 8) throw reader.fail(`pointers of ${pointerSize} bytes`);
  const word = (): number => (pointerSize === 8 ? reader.size('offset') : reader.u32('offset'));
  const fieldSize = layout === '1.18' || layout === '1.20' ? 4 : pointerSize;
  const shape = { layout, littleEndian, quantum, pointerSize, fieldSize };
  const functions = word();
  const header: GoTableHeader =
    layout === '1.2'
      ? oldHeader(reader, shape, functions)
      : { ...shape, functions, ...parseOffsets(layout, word) };
  if (header.table + (functions * 2 + 1) * fieldSize > bytes.length) {
    throw reader.fail(`${functions} functions do not fit`);
  }
  return header;
}

/** Since 1.16 each part has its offset from the start. 1.18 added the address of the text. */
function parseOffsets(
  layout: GoLayout,
  word: () => number,
): Pick<GoTableHeader, 'names' | 'units' | 'files' | 'values' | 'table'> {
  word(); // number of files
  if (layout !== '1.16') word(); // start of the text; not relocated, 0 since Go 1.26
  const [names, units, files, values, table] = [word(), word(), word(), word(), word()];
  return { names, units, files, values, table };
}

/** Up to 1.15 all offsets count from the start, and the files follow the functions. */
function oldHeader(
  reader: ByteReader,
  shape: Pick<GoTableHeader, 'layout' | 'littleEndian' | 'quantum' | 'pointerSize' | 'fieldSize'>,
  functions: number,
): GoTableHeader {
  const table = reader.offset;
  reader.seek(table + (functions * 2 + 1) * shape.pointerSize, 'files');
  const files = reader.u32('files');
  return { ...shape, functions, names: 0, units: 0, files, values: 0, table };
}
