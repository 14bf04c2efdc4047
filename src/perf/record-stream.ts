import { malformed, type ToolError } from '../base/tool-error.ts';
import { RecordArena } from './record-arena.ts';
import { recordHeaderSize, recordTypes } from './record-table.ts';
import { ZstdStream } from './zstd-stream.ts';

/** Where whole records go, in the order of the file. */
export interface RecordSink {
  /** The record stands at an 8-aligned place of the arena, in the machine's own byte order. */
  record(arena: RecordArena, position: number, type: number, size: number): unknown;
  /** Bytes that follow a TRACING_DATA record without being part of it. */
  tracingData(bytes: Uint8Array): void;
  /** The lowest position of the arena that is still needed. */
  neededFrom(arena: RecordArena): number;
  /** Turns a record of the other byte order around, in place; see `byte-order.ts`. */
  swap(arena: RecordArena, position: number): void;
}

/** Nobody's event formats come near it. */
const largestTracingData = 256 << 20;
/** simpleperf's own records have no `misc` but 32 bits of size, the upper half first. */
const firstSimpleperfType = 32_768;

/**
 * Cuts a data section, or a pipe, into records. Bytes come in pieces of any size. Records are not
 * always 8-aligned: those behind a COMPRESSED one are copied to where they are, as are those that
 * were inside it; such records may continue in the next COMPRESSED one.
 */
export class RecordStream {
  readonly #sink: RecordSink;
  readonly #littleEndian: boolean;
  /** Bytes as they stand in the file. */
  readonly #raw = new RecordArena();
  /** Records that were unpacked or not aligned. Made when there are any. */
  #loose: RecordArena | undefined;
  #zstd: ZstdStream | undefined;
  /** The part of an unpacked record whose rest has not come yet. */
  #unpacked: Uint8Array = new Uint8Array(0);
  #at = 0;
  #toSkip = 0;
  readonly #neededFrom = (): number => Math.min(this.#at, this.#sink.neededFrom(this.#raw));

  constructor(sink: RecordSink, littleEndian: boolean) {
    this.#sink = sink;
    this.#littleEndian = littleEndian;
  }

  /** Bytes of the section consumed so far. */
  get position(): number {
    return this.#at;
  }

  /** Bytes of a record that was begun and never completed. */
  get pending(): number {
    return this.#raw.end - this.#at + this.#unpacked.length;
  }

  push(chunk: Uint8Array): void {
    this.#raw.append(chunk, this.#neededFrom);
    while (this.#next());
  }

  /** Where to put the next bytes so that pushing them copies nothing. */
  room(length: number): Uint8Array {
    return this.#raw.room(length, this.#neededFrom);
  }

  /** Handles one record; false when more bytes are needed. */
  #next(): boolean {
    const raw = this.#raw;
    const skipped = Math.min(this.#toSkip, raw.heldFrom(this.#at));
    this.#at += skipped;
    this.#toSkip -= skipped;
    const held = raw.heldFrom(this.#at);
    if (held < recordHeaderSize) return false;
    const index = raw.indexOf(this.#at);
    const little = this.#littleEndian;
    const type = raw.view.getUint32(index, little);
    const size = recordSize(raw.view, index, type, little);
    if (size < recordHeaderSize) throw this.#damaged(`a record of ${size} bytes`);
    if (held < Math.max(size, 16) && type >= recordTypes.attr && size > 8) return false;
    if (held < size) return false;
    switch (type) {
      case recordTypes.compressed:
        this.#at += size;
        this.#unpack(raw.bytes.subarray(index + recordHeaderSize, index + size));
        return true;
      case recordTypes.compressed2:
        return this.#unpackSized(index, size, held);
      case recordTypes.auxtrace:
        if (size >= 16) this.#toSkip = Number(raw.view.getBigUint64(index + 8, little));
        break;
      case recordTypes.tracingData:
        return this.#tracingData(index, size, held);
      default:
    }
    this.#emit(index, type, size);
    this.#at += size;
    return true;
  }

  #emit(index: number, type: number, size: number): void {
    const raw = this.#raw;
    if ((index & 7) !== 0) {
      this.#emitLoose(raw.bytes.subarray(index, index + size));
      return;
    }
    if (!this.#littleEndian) this.#sink.swap(raw, this.#at);
    this.#sink.record(raw, this.#at, type, size);
  }

  #emitLoose(record: Uint8Array): void {
    this.#loose ??= new RecordArena();
    const loose = this.#loose;
    loose.append(record, () => Math.min(loose.end, this.#sink.neededFrom(loose)));
    const position = loose.end - record.length;
    if (!this.#littleEndian) this.#sink.swap(loose, position);
    const type = loose.view.getUint32(loose.indexOf(position), true);
    loose.align();
    this.#sink.record(loose, position, type, record.length);
  }

  /** u32 size, then that many bytes outside of the record, up to a multiple of 8. */
  #tracingData(index: number, size: number, held: number): boolean {
    const bytes = size < 12 ? 0 : this.#raw.view.getUint32(index + 8, this.#littleEndian);
    if (bytes > largestTracingData) throw this.#damaged(`tracing data of ${bytes} bytes`);
    const padded = (bytes + 7) & ~7;
    if (held < size + padded) return false;
    const start = index + size;
    this.#sink.tracingData(this.#raw.bytes.slice(start, start + bytes));
    this.#at += size + padded;
    return true;
  }

  /** COMPRESSED2 says how many of its bytes are data; the rest is padding. */
  #unpackSized(index: number, size: number, held: number): boolean {
    const { view, bytes } = this.#raw;
    if (size < 16) throw this.#damaged(`a compressed record of ${size} bytes`);
    const stated = Number(view.getBigUint64(index + 8, this.#littleEndian));
    // A writer's u16 size can overflow; then the size of the data is the truth.
    const whole = Math.max(size, (16 + stated + 7) & ~7);
    if (stated > 2 * 0xffff) throw this.#damaged(`compressed data of ${stated} bytes`);
    if (held < whole) return false;
    this.#at += whole;
    this.#unpack(bytes.subarray(index + 16, index + 16 + stated));
    return true;
  }

  #unpack(packed: Uint8Array): void {
    this.#zstd ??= new ZstdStream((piece) => this.#cut(piece));
    this.#zstd.push(packed);
  }

  #cut(piece: Uint8Array): void {
    const held = this.#unpacked.length;
    const bytes = held === 0 ? piece : new Uint8Array(held + piece.length);
    if (held > 0) {
      bytes.set(this.#unpacked);
      bytes.set(piece, held);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    while (bytes.length - at >= recordHeaderSize) {
      const type = view.getUint32(at, this.#littleEndian);
      const size = recordSize(view, at, type, this.#littleEndian);
      if (size < recordHeaderSize) throw this.#damaged(`an unpacked record of ${size} bytes`);
      if (bytes.length - at < size) break;
      this.#emitLoose(bytes.subarray(at, at + size));
      at += size;
    }
    this.#unpacked = bytes.slice(at);
  }

  #damaged(what: string): ToolError {
    return malformed('perf.data records', this.#at, what);
  }
}

function recordSize(view: DataView, at: number, type: number, little: boolean): number {
  const size = view.getUint16(at + 6, little);
  return type < firstSimpleperfType ? size : view.getUint16(at + 4, little) * 65_536 + size;
}
