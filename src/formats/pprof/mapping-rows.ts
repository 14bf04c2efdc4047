import { type ProtobufReader, uint64 } from '../../base/protobuf-reader.ts';
import {
  type MappingFacts,
  type MappingIndex,
  none,
  type ProfileBuilder,
  type StringIndex,
  symbolizedBits,
} from '../../profile/index.ts';
import type { Spans } from './field-index.ts';
import { mappingFields as fields } from './field-table.ts';
import { IdTable } from './id-table.ts';
import { mappingKindOf } from './mapping-kind.ts';
import type { StringRows } from './string-rows.ts';

const two21 = 2 ** 21;
const two32 = 2 ** 32;
const noString = 0 as StringIndex;

/**
 * The mappings of a file, and where an absolute address lies in them: the profile keeps addresses
 * from the start of their mapping, so that they stay below 2^53.
 */
export class MappingRows {
  readonly ids: IdTable;
  readonly #builder: ProfileBuilder;
  readonly #facts: MappingFacts[] = [];
  readonly #indices: MappingIndex[] = [];
  readonly #startLow: number[] = [];
  readonly #startHigh: number[] = [];
  /** What `place` found. */
  mapping: MappingIndex = none;
  address = -1;

  constructor(rows: number, builder: ProfileBuilder) {
    this.ids = new IdTable(rows);
    this.#builder = builder;
  }

  add(facts: MappingFacts, startLow: number, startHigh: number): void {
    this.#facts.push(facts);
    this.#indices.push(this.#builder.addMapping(facts));
    this.#startLow.push(startLow >>> 0);
    this.#startHigh.push(startHigh >>> 0);
  }

  /** Leaves mapping and address of a location in `mapping` and `address`. */
  place(row: number, low: number, high: number): void {
    const isKnown = low !== 0 || high !== 0;
    this.address = -1;
    this.mapping = row < 0 ? none : (this.#indices[row] as MappingIndex);
    if (!isKnown) return;
    if (row < 0) this.#placeUnmapped(low >>> 0, high >>> 0);
    else this.#placeIn(row, low >>> 0, high >>> 0);
  }

  #placeUnmapped(low: number, high: number): void {
    const isBig = high >= two21;
    this.address = isBig ? low : high * two32 + low;
    this.mapping = this.#builder.addMapping({
      file: noString,
      kind: 'unmapped',
      start: isBig ? uint64(0, high) : 0n,
    });
  }

  #placeIn(row: number, low: number, high: number): void {
    const above = high - (this.#startHigh[row] as number);
    const address = above * two32 + (low - (this.#startLow[row] as number));
    if (address >= 0 && above < two21) {
      this.address = address;
      return;
    }
    // The address is not within reach of its mapping's start: the same image, started elsewhere.
    const facts = this.#facts[row] as MappingFacts;
    this.#builder.diagnostics.count(
      'address-outside-mapping',
      'an address lies before the mapping it names, or 2^53 beyond; the mapping is listed twice',
    );
    this.address = low;
    this.mapping = this.#builder.addMapping({ ...facts, start: uint64(0, high) });
  }
}

export function parseMappings(
  reader: ProtobufReader,
  spans: Spans,
  strings: StringRows,
  builder: ProfileBuilder,
): MappingRows {
  const rows = new MappingRows(spans.length, builder);
  for (let row = 0; row < spans.length; row++) {
    spans.open(reader, row);
    parseMapping(reader, strings, builder, rows, row);
  }
  return rows;
}

function parseMapping(
  reader: ProtobufReader,
  strings: StringRows,
  builder: ProfileBuilder,
  rows: MappingRows,
  row: number,
): void {
  const at = reader.offset;
  const id = { low: 0, high: 0 };
  const start = { low: 0, high: 0 };
  const large = { limit: 0n, offset: 0n };
  let file = noString;
  let buildId = noString;
  let symbolized: number = symbolizedBits.stated;
  while (reader.next()) {
    switch (reader.field) {
      case fields.id:
        halves(reader, id);
        break;
      case fields.memoryStart:
        halves(reader, start);
        break;
      case fields.memoryLimit:
        large.limit = BigInt.asUintN(64, reader.signed64('memory_limit'));
        break;
      case fields.fileOffset:
        large.offset = BigInt.asUintN(64, reader.signed64('file_offset'));
        break;
      case fields.filename:
        file = strings.at(reader.unsigned('filename'), reader, 'filename');
        break;
      case fields.buildId:
        buildId = strings.at(reader.unsigned('build_id'), reader, 'build_id');
        break;
      default:
        symbolized = parseFlag(reader, symbolized);
    }
  }
  const kind = mappingKindOf(builder.strings.textOf(file));
  const facts = { file, buildId, kind, symbolized, start: uint64(start.low, start.high), ...large };
  rows.add(facts, start.low, start.high);
  addId(reader, rows.ids, id, row, at);
}

function parseFlag(reader: ProtobufReader, symbolized: number): number {
  const bit = flagBits[reader.field];
  if (bit === undefined) {
    reader.skip();
    return symbolized;
  }
  return reader.unsigned('flag') === 0 ? symbolized & ~bit : symbolized | bit;
}

const flagBits: Readonly<Record<number, number>> = {
  [fields.hasFunctions]: symbolizedBits.functions,
  [fields.hasFilenames]: symbolizedBits.files,
  [fields.hasLineNumbers]: symbolizedBits.lines,
  [fields.hasInlineFrames]: symbolizedBits.inlines,
};

/** The two halves of a 64-bit number. */
export interface Halves {
  low: number;
  high: number;
}

export function halves(reader: ProtobufReader, into: Halves): void {
  reader.unsigned('id');
  into.low = reader.low;
  into.high = reader.high;
}

/** Stores the id of a row; 0 is reserved for "none", and an id names one row. */
export function addId(
  reader: ProtobufReader,
  ids: IdTable,
  id: Halves,
  row: number,
  at: number,
): void {
  if (id.low === 0 && id.high === 0) {
    reader.offset = at;
    throw reader.fail('the reserved id 0');
  }
  if (ids.add(id.low, id.high, row)) return;
  reader.offset = at;
  throw reader.fail(`a second row with id ${uint64(id.low, id.high)}`);
}
