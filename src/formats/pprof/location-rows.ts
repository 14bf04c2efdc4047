import { Int32Builder } from '../../base/growable-column.ts';
import type { ProtobufReader } from '../../base/protobuf-reader.ts';
import {
  type FunctionIndex,
  frameFlags,
  none,
  type ProfileBuilder,
  type StringIndex,
} from '../../profile/index.ts';
import type { Spans } from './field-index.ts';
import { functionFields, lineFields, locationFields } from './field-table.ts';
import { IdTable } from './id-table.ts';
import { addId, halves, type MappingRows } from './mapping-rows.ts';
import type { StringRows } from './string-rows.ts';

const noString = 0 as StringIndex;

export interface FunctionRows {
  readonly ids: IdTable;
  readonly indices: Int32Array; // FunctionIndex by row of the file
}

export function parseFunctions(
  reader: ProtobufReader,
  spans: Spans,
  strings: StringRows,
  builder: ProfileBuilder,
): FunctionRows {
  const ids = new IdTable(spans.length);
  const indices = new Int32Array(spans.length);
  const id = { low: 0, high: 0 };
  for (let row = 0; row < spans.length; row++) {
    spans.open(reader, row);
    const at = reader.offset;
    let [name, linkageName, file, startLine] = [noString, noString, noString, 0];
    id.low = id.high = 0;
    while (reader.next()) {
      const { field } = reader;
      if (field === functionFields.id) halves(reader, id);
      else if (field === functionFields.name) name = readString(reader, strings, 'name');
      else if (field === functionFields.systemName)
        linkageName = readString(reader, strings, 'system_name');
      else if (field === functionFields.filename) file = readString(reader, strings, 'filename');
      else if (field === functionFields.startLine) startLine = readLine(reader, builder);
      else reader.skip();
    }
    indices[row] = builder.addFunction({ name, linkageName, file, startLine });
    addId(reader, ids, id, row, at);
  }
  return { ids, indices };
}

/** The frames of each location, outermost first: location `l` owns frames first[l] … first[l+1] − 1. */
export interface LocationRows {
  readonly ids: IdTable;
  readonly first: Int32Array;
  readonly frames: Int32Array; // FrameIndex
}

/** One location while it is read: its lines come innermost first. */
class LocationDraft {
  readonly id: { low: number; high: number } = { low: 0, high: 0 };
  readonly mappingId: { low: number; high: number } = { low: 0, high: 0 };
  readonly address: { low: number; high: number } = { low: 0, high: 0 };
  readonly functions: number[] = [];
  readonly lines: number[] = [];
  readonly columns: number[] = [];
  flags = 0;

  clear(): void {
    for (const each of [this.id, this.mappingId, this.address]) each.low = each.high = 0;
    this.functions.length = this.lines.length = this.columns.length = this.flags = 0;
  }
}

export function parseLocations(
  reader: ProtobufReader,
  spans: Spans,
  mappings: MappingRows,
  functions: FunctionRows,
  builder: ProfileBuilder,
): LocationRows {
  const ids = new IdTable(spans.length);
  const first = new Int32Array(spans.length + 1);
  const frames = new Int32Builder(spans.length * 2);
  const draft = new LocationDraft();
  for (let row = 0; row < spans.length; row++) {
    spans.open(reader, row);
    const at = reader.offset;
    draft.clear();
    parseLocation(reader, functions, builder, draft);
    addId(reader, ids, draft.id, row, at);
    const mapping = findMapping(mappings, draft, builder);
    mappings.place(mapping, draft.address.low, draft.address.high);
    addFrames(draft, mappings, builder, frames);
    first[row + 1] = frames.length;
  }
  return { ids, first, frames: frames.finish() };
}

function parseLocation(
  reader: ProtobufReader,
  functions: FunctionRows,
  builder: ProfileBuilder,
  draft: LocationDraft,
): void {
  while (reader.next()) {
    switch (reader.field) {
      case locationFields.id:
        halves(reader, draft.id);
        break;
      case locationFields.mappingId:
        halves(reader, draft.mappingId);
        break;
      case locationFields.address:
        halves(reader, draft.address);
        break;
      case locationFields.line:
        parseLine(reader, functions, builder, draft);
        break;
      case locationFields.isFolded:
        draft.flags = reader.unsigned('is_folded') === 0 ? 0 : frameFlags.folded;
        break;
      default:
        reader.skip();
    }
  }
}

function parseLine(
  reader: ProtobufReader,
  functions: FunctionRows,
  builder: ProfileBuilder,
  draft: LocationDraft,
): void {
  let called: number = none;
  let line = 0;
  let column = 0;
  const outer = reader.enter('line');
  while (reader.next()) {
    if (reader.field === lineFields.functionId) {
      reader.unsigned('function_id');
      called = findFunction(functions, reader.low, reader.high, builder);
    } else if (reader.field === lineFields.line) line = readLine(reader, builder);
    else if (reader.field === lineFields.column) column = readLine(reader, builder);
    else reader.skip();
  }
  reader.leave(outer);
  draft.functions.push(called);
  draft.lines.push(line);
  draft.columns.push(column);
}

function addFrames(
  draft: LocationDraft,
  place: MappingRows,
  builder: ProfileBuilder,
  frames: Int32Builder,
): void {
  const { mapping, address } = place;
  const { flags } = draft;
  const count = draft.functions.length;
  if (count === 0) frames.push(builder.addFrame({ function: none, mapping, address, flags }));
  for (let depth = 0; depth < count; depth++) {
    const row = count - 1 - depth;
    const frame = builder.addFrame({
      function: draft.functions[row] as FunctionIndex,
      mapping,
      address,
      line: draft.lines[row] as number,
      column: draft.columns[row] as number,
      inlineDepth: depth,
      flags,
    });
    frames.push(frame);
  }
}

function findMapping(mappings: MappingRows, draft: LocationDraft, builder: ProfileBuilder): number {
  const { low, high } = draft.mappingId;
  if (low === 0 && high === 0) return none;
  const row = mappings.ids.find(low, high);
  if (row < 0) dangling(builder, 'mapping');
  return row;
}

function findFunction(
  functions: FunctionRows,
  low: number,
  high: number,
  builder: ProfileBuilder,
): number {
  if (low === 0 && high === 0) return none;
  const row = functions.ids.find(low, high);
  if (row >= 0) return functions.indices[row] as number;
  dangling(builder, 'function');
  return none;
}

function dangling(builder: ProfileBuilder, what: string): void {
  builder.diagnostics.count(`missing-${what}`, `a location names a ${what} that is not there`);
}

function readString(reader: ProtobufReader, strings: StringRows, what: string): StringIndex {
  return strings.at(reader.unsigned(what), reader, what);
}

/** Line and column numbers are int64 in the file and 32-bit in the profile. */
function readLine(reader: ProtobufReader, builder: ProfileBuilder): number {
  const line = reader.signed('line');
  if (line === (line | 0)) return line;
  builder.diagnostics.count('line-out-of-range', 'a line number beyond 2^31 is left out');
  return 0;
}
