import { Float64Builder } from '../../base/growable-column.ts';
import { type ProtobufReader, wireTypes } from '../../base/protobuf-reader.ts';
import { ToolError } from '../../base/tool-error.ts';
import { profileFields as fields } from './field-table.ts';

/** Where the messages of one kind lie. */
export class Spans {
  readonly #start = new Float64Builder();
  readonly #end = new Float64Builder();

  get length(): number {
    return this.#start.length;
  }

  add(reader: ProtobufReader, what: string): void {
    const length = reader.length(what);
    this.#start.push(reader.offset);
    reader.offset += length;
    this.#end.push(reader.offset);
  }

  start(row: number): number {
    return this.#start.at(row);
  }

  end(row: number): number {
    return this.#end.at(row);
  }

  /** Opens the window of the reader on one message. */
  open(reader: ProtobufReader, row: number): void {
    reader.window(this.#start.at(row), this.#end.at(row));
  }
}

/** What the first pass over a file finds: tables as places, numbers as they are. */
export class FieldIndex {
  readonly sampleTypes: Spans = new Spans();
  readonly mappings: Spans = new Spans();
  readonly locations: Spans = new Spans();
  readonly functions: Spans = new Spans();
  readonly strings: Spans = new Spans();
  readonly periodTypes: Spans = new Spans();
  readonly comments: number[] = [];
  samples = 0;
  samplesStart = 0;
  samplesEnd = 0;
  dropFrames = 0;
  keepFrames = 0;
  timeNanos = 0n;
  durationNanos = 0;
  period = 0;
  defaultSampleType = 0;
  docUrl = 0;
  unknownFields = 0;
}

/**
 * Samples come before the tables they refer to, so the tables are found first. Repeated fields of
 * a message cut in pieces join, and the last of a plain field counts, as protocol buffers have it.
 */
export function indexFields(reader: ProtobufReader): FieldIndex {
  const index = new FieldIndex();
  for (;;) {
    const start = reader.offset;
    if (!reader.next()) return index;
    switch (reader.field) {
      case fields.sample:
        if (index.samples++ === 0) index.samplesStart = start;
        reader.skipBytes('sample');
        index.samplesEnd = reader.offset;
        break;
      case fields.sampleType:
        index.sampleTypes.add(reader, 'sample type');
        break;
      case fields.mapping:
        index.mappings.add(reader, 'mapping');
        break;
      case fields.location:
        index.locations.add(reader, 'location');
        break;
      case fields.function:
        index.functions.add(reader, 'function');
        break;
      case fields.stringTable:
        index.strings.add(reader, 'string');
        break;
      default:
        indexPlainField(reader, index);
    }
  }
}

function indexPlainField(reader: ProtobufReader, index: FieldIndex): void {
  switch (reader.field) {
    case fields.dropFrames:
      index.dropFrames = reader.unsigned('drop_frames');
      break;
    case fields.keepFrames:
      index.keepFrames = reader.unsigned('keep_frames');
      break;
    case fields.timeNanos:
      if (index.timeNanos !== 0n) throw concatenated(reader);
      index.timeNanos = reader.signed64('time_nanos');
      break;
    case fields.durationNanos:
      index.durationNanos = reader.signed('duration_nanos');
      break;
    case fields.periodType:
      index.periodTypes.add(reader, 'period_type');
      break;
    case fields.period:
      index.period = reader.signed('period');
      break;
    case fields.comment:
      readComments(reader, index.comments);
      break;
    case fields.defaultSampleType:
      index.defaultSampleType = reader.unsigned('default_sample_type');
      break;
    case fields.docUrl:
      index.docUrl = reader.unsigned('doc_url');
      break;
    default:
      index.unknownFields++;
      reader.skip();
  }
}

function readComments(reader: ProtobufReader, comments: number[]): void {
  if (reader.wire !== wireTypes.bytes) {
    comments.push(reader.unsigned('comment'));
    return;
  }
  const outer = reader.enter('comment');
  reader.wire = wireTypes.varint;
  while (reader.offset < reader.end) comments.push(reader.unsigned('comment'));
  reader.leave(outer);
}

/** The string numbers of the second file would be looked up in the first: a wrong profile. */
function concatenated(reader: ProtobufReader): ToolError {
  const { section, offset } = reader;
  return new ToolError(
    'malformed-input',
    `${section} at 0x${offset.toString(16)}: a second time_nanos: two profiles one after the other`,
    { hint: 'split the file and use `plateau merge`', section, offset },
  );
}
