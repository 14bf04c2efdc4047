import { ByteReader } from '../../base/byte-reader.ts';
import { malformed, ToolError } from '../../base/tool-error.ts';
import { parseAttr } from '../../perf/attr.ts';
import {
  type FileHeader,
  type FileSection,
  fileHeaderSize,
  findByteOrder,
  parseFileHeader,
  pipeHeaderSize,
  readSection,
  sectionEntrySize,
} from '../../perf/file-header.ts';
import type { RecordStream } from '../../perf/record-stream.ts';
import type { Profile } from '../../profile/index.ts';
import type { ProfileReader, ReadOptions } from '../format.ts';
import { assemble } from './assemble.ts';
import { FileFacts } from './file-facts.ts';
import { HeldBytes } from './held-bytes.ts';
import { RecordOrder } from './record-order.ts';
import { Recording } from './recording.ts';

export function perfDataReader(options: ReadOptions): ProfileReader {
  const reader = new PerfDataReader(options);
  return {
    room: (bytes) => reader.room(bytes),
    push: (chunk) => reader.push(chunk),
    finish: () => reader.finish(),
  };
}

/** In a sane file attrs and ids come first and are small. */
const mostPreamble = 64 << 20;
const firstSimpleperfFeature = 128;

/**
 * Reads a file or a pipe in one pass. A file is a header, attrs with their ids, the data, and behind it
 * the table of features with their sections; only the data is large, and it is not held.
 */
class PerfDataReader {
  readonly #options: ReadOptions;
  readonly #recording: Recording;
  readonly #held = new HeldBytes();
  #part: 'head' | 'data' | 'tail' | 'damaged' = 'head';
  #header: FileHeader | undefined;
  /** All that stands before the data: attrs, ids, and sections of recorders that write them early. */
  #preamble = new Uint8Array(0);
  #facts: FileFacts | undefined;
  #order: RecordOrder | undefined;
  #stream: RecordStream | undefined;
  /** Bytes of the data that have not come; infinite when the header does not know. */
  #dataLeft = 0;
  #hasFeatures = false;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#recording = new Recording(options);
  }

  room(bytes: number): Uint8Array | undefined {
    return this.#part === 'data' ? this.#stream?.room(bytes) : undefined;
  }

  push(chunk: Uint8Array): void {
    let rest = chunk;
    if (this.#part === 'head') {
      this.#held.append(chunk);
      rest = this.#tryHead();
    }
    if (this.#part === 'data' && rest.length > 0) rest = this.#data(rest);
    if (this.#part === 'tail' && rest.length > 0) this.#held.append(rest);
  }

  finish(): Profile {
    if (this.#part === 'head') this.#requireHead();
    const { diagnostics } = this.#recording;
    if (this.#part !== 'damaged') this.#noteCut();
    this.#finishRecords();
    this.#recording.finish();
    if (this.#part === 'tail' && !this.#hasFeatures) this.#tailFeatures();
    if (this.#recording.samples.length === 0) {
      diagnostics.count('no-samples', 'the recording has no samples');
    }
    const facts = this.#facts as FileFacts;
    return assemble(this.#recording, facts);
  }

  /** Nothing, until all that stands before the data is there; then the bytes of the data. */
  #tryHead(): Uint8Array {
    const nothing = new Uint8Array(0);
    const held = this.#held;
    if (held.length < pipeHeaderSize) return nothing;
    const size = held.bytes(0, 16)[8] === pipeHeaderSize ? pipeHeaderSize : fileHeaderSize;
    if (held.length < size) return nothing;
    this.#header ??= parseFileHeader(held.bytes(0, size));
    const header = this.#header;
    const { data } = header;
    if (data.offset > mostPreamble) throw malformed('perf.data header', 40, 'data starts too far');
    if (held.length < data.offset) return nothing;
    this.#preamble = held.bytes(0, data.offset).slice();
    this.#begin(header);
    return held.takeFrom(data.offset);
  }

  #requireHead(): void {
    if (this.#held.length >= 8 && findByteOrder(this.#held.bytes(0, 8)) === undefined) {
      throw malformed('perf.data header', 0, 'the magic PERFILE2 is missing');
    }
    throw malformed('truncated perf.data', this.#held.length, 'the file ends before its data');
  }

  #begin(header: FileHeader): void {
    const recording = this.#recording;
    recording.stacks.isAdjusted = header.features.some((each) => each >= firstSimpleperfFeature);
    recording.sampleStacks.canUnwind = header.littleEndian;
    this.#facts = new FileFacts(recording, header.littleEndian);
    this.#order = new RecordOrder(recording, this.#facts, header.littleEndian);
    this.#stream = this.#order.stream();
    const order = this.#order;
    // simpleperf's initial mappings; they must be known before the samples are.
    this.#facts.onRecords = (records) => {
      if (this.#part === 'head') order.stream().push(records);
      else recording.diagnostics.count('late-mappings', 'mappings stand behind the data: not used');
    };
    if (!header.isPipe) {
      this.#attrs(header);
      this.#featuresAhead(header);
    }
    const { size } = header.data;
    this.#dataLeft = size === 0 ? Number.POSITIVE_INFINITY : size;
    this.#part = 'data';
  }

  #attrs(header: FileHeader): void {
    const { attrs, attrEntrySize, data } = header;
    const { littleEndian } = header;
    const before = this.#held.bytes(0, data.offset);
    if (attrs.offset + attrs.size > before.length) {
      throw new ToolError('unsupported-input', 'perf.data whose attrs stand behind the data', {
        hint: 'record again with perf or `plateau record`',
      });
    }
    const reader = new ByteReader(before, 'perf.data attrs', { littleEndian });
    reader.seek(attrs.offset, 'attrs');
    while (reader.offset + attrEntrySize <= attrs.offset + attrs.size) {
      const attr = parseAttr(reader, attrEntrySize - sectionEntrySize);
      const ids = readSection(reader, 'ids');
      this.#recording.events.add(attr, idsAt(before, ids, littleEndian));
    }
    if (this.#recording.events.length === 0) throw reader.fail('no events');
  }

  /** What is left of the chunk when the data ends in it. */
  #data(chunk: Uint8Array): Uint8Array {
    const length = Math.min(chunk.length, this.#dataLeft);
    this.#dataLeft -= length;
    try {
      this.#stream?.push(chunk.subarray(0, length));
    } catch (error) {
      this.#giveUp(error);
      return new Uint8Array(0);
    }
    if (this.#dataLeft === 0) this.#part = 'tail';
    return chunk.subarray(length);
  }

  #finishRecords(): void {
    try {
      this.#order?.finish(this.#options.parts ?? []);
    } catch (error) {
      this.#giveUp(error);
      this.#order?.finish([]);
    }
  }

  /** What was read up to a damaged place is kept: a crash of the recorder leaves such files. */
  #giveUp(error: unknown): void {
    if (!(error instanceof ToolError)) throw error;
    this.#recording.diagnostics.count('damaged-data', `reading stopped: ${error.message}`);
    this.#part = 'damaged';
  }

  #noteCut(): void {
    const { diagnostics } = this.#recording;
    if (this.#header?.isPipe === true) {
      if ((this.#stream?.pending ?? 0) > 0) {
        diagnostics.count('cut-file', 'the stream ends within a record');
      }
    } else if (this.#part === 'data') {
      diagnostics.count(
        'cut-file',
        'the recording ends before its data: the recorder was killed, or the file is incomplete',
      );
    }
  }

  /** Where the file can be read by position, build ids and the like are known before the samples. */
  #featuresAhead(header: FileHeader): void {
    const { source } = this.#options;
    const start = header.data.offset + header.data.size;
    const tableSize = header.features.length * sectionEntrySize;
    if (source === undefined || header.data.size === 0 || start + tableSize > source.size) return;
    this.#features(header, source.read(start, tableSize), ({ offset, size }) =>
      offset + size > source.size || size > mostPreamble ? undefined : source.read(offset, size),
    );
    this.#hasFeatures = true;
  }

  #tailFeatures(): void {
    const header = this.#header as FileHeader;
    const start = header.data.offset + header.data.size;
    const bytes = this.#held.bytes(0, this.#held.length);
    this.#features(
      header,
      bytes,
      (section) => within(this.#preamble, section, 0) ?? within(bytes, section, start),
    );
  }

  #features(
    header: FileHeader,
    table: Uint8Array,
    find: (section: FileSection) => Uint8Array | undefined,
  ): void {
    const base = header.data.offset + header.data.size;
    const { littleEndian } = header;
    const reader = new ByteReader(table, 'perf.data features', { base, littleEndian });
    for (const number of header.features) {
      if (reader.remaining < sectionEntrySize) {
        this.#noteLostFeature();
        return;
      }
      const section = readSection(reader, 'feature');
      const found = find(section);
      if (found === undefined) this.#noteLostFeature();
      else this.#facts?.feature(number, found, section.offset);
    }
  }

  #noteLostFeature(): void {
    this.#recording.diagnostics.count('cut-section', 'a section lies outside of the file');
  }
}

/** The bytes of a section, if they stand in `part`, which starts at `base` of the file. */
function within(
  part: Uint8Array,
  { offset, size }: FileSection,
  base: number,
): Uint8Array | undefined {
  const from = offset - base;
  return from < 0 || from + size > part.length ? undefined : part.subarray(from, from + size);
}

function idsAt(bytes: Uint8Array, ids: FileSection, littleEndian: boolean): number[] {
  if (ids.size === 0 || ids.offset + ids.size > bytes.length) return [];
  const part = bytes.subarray(ids.offset, ids.offset + ids.size);
  const reader = new ByteReader(part, 'event ids', { base: ids.offset, littleEndian });
  const found: number[] = [];
  while (reader.remaining >= 8) found.push(Number(reader.u64('id')));
  return found;
}
