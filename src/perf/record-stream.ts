import { malformed, type ToolError } from '../base/tool-error.ts';
import type { RecordBlock, RecordBlocks } from './record-blocks.ts';
import { recordHeaderSize, recordTypes } from './record-table.ts';
import { ZstdStream } from './zstd-stream.ts';

/** Where whole records go, in the order of the file. */
export interface RecordSink {
  /**
   * The record stands at an 8-aligned index of the block, in the machine's own byte order. Whoever needs
   * it after the call counts as a use of the block.
   */
  record(block: RecordBlock, index: number, type: number, size: number): unknown;
  /** Bytes that follow a TRACING_DATA record without being part of it. */
  tracingData(bytes: Uint8Array): void;
  /** Turns a record of the other byte order around, in place; see `byte-order.ts`. */
  swap(block: RecordBlock, index: number): void;
}

/** Nobody's event formats come near it. */
const largestTracingData = 256 << 20;
/** simpleperf's own records have no `misc` but 32 bits of size, the upper half first. */
const firstSimpleperfType = 32_768;

/** In front of the bytes of a block, for the record that was cut off at the end of the one before. */
const headroom = 1 << 16;
const smallestBlock = 1 << 16;

/**
 * Cuts a data section, or a pipe, into records. Bytes come in pieces of any size. Records are not
 * always 8-aligned: those behind a COMPRESSED one are copied to where they are, as are those that
 * were inside it; such records may continue in the next COMPRESSED one.
 */
export class RecordStream {
  readonly #sink: RecordSink;
  readonly #littleEndian: boolean;
  readonly #blocks: RecordBlocks;
  /** What is cut now: bytes as they stand in the file, up to `#end`, the next record at `#at`. */
  #block: RecordBlock;
  #at = 0;
  #end = 0;
  /** Bytes of the section before those of the block. */
  #before = 0;
  /** Blocks that somebody fills. */
  readonly #rooms: RecordBlock[] = [];
  /** Records that were unpacked or not aligned, up to `#looseEnd`. */
  #loose: RecordBlock | undefined;
  #looseEnd = 0;
  #zstd: ZstdStream | undefined;
  /** The part of an unpacked record whose rest has not come yet. */
  #unpacked: Uint8Array = new Uint8Array(0);
  #toSkip = 0;

  constructor(sink: RecordSink, blocks: RecordBlocks, littleEndian: boolean) {
    this.#sink = sink;
    this.#blocks = blocks;
    this.#littleEndian = littleEndian;
    this.#block = blocks.obtain(smallestBlock);
  }

  /** Bytes of a record that was begun and never completed. */
  get pending(): number {
    return this.#end - this.#at + this.#unpacked.length;
  }

  push(chunk: Uint8Array): void {
    const room = this.#takeRoom(chunk);
    if (room !== undefined) this.#enter(room, chunk.byteOffset, chunk.length);
    else this.#append(chunk);
    while (this.#next());
  }

  /** Where to put bytes so that pushing them copies nothing. Pieces are pushed in the order of asking. */
  room(length: number): Uint8Array {
    const block = this.#blocks.obtain(headroom + length);
    this.#rooms.push(block);
    return block.bytes.subarray(headroom, headroom + length);
  }

  /** The block that a piece was written to, if it can be cut there. */
  #takeRoom(chunk: Uint8Array): RecordBlock | undefined {
    const place = this.#rooms.findIndex(({ bytes }) => bytes.buffer === chunk.buffer);
    const [room] = place < 0 ? [] : this.#rooms.splice(place, 1);
    const cut = this.#end - this.#at;
    const isAligned = ((chunk.byteOffset - cut - this.#at) & 7) === 0;
    if (room === undefined || (chunk.byteOffset === headroom && cut <= headroom && isAligned)) {
      return room;
    }
    room.uses--;
    return undefined;
  }

  #append(chunk: Uint8Array): void {
    if (this.#end + chunk.length > this.#block.bytes.length) {
      const cut = this.#end - this.#at;
      const room = this.#blocks.obtain(smallestBlock + 2 * (cut + chunk.length));
      // Records that were 8-aligned stay so.
      const start = cut + (this.#at & 7);
      room.bytes.set(chunk, start);
      this.#enter(room, start, chunk.length);
      return;
    }
    this.#block.bytes.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  /** Goes on in another block, whose bytes from `start` on have come; the record begun goes before them. */
  #enter(block: RecordBlock, start: number, length: number): void {
    const at = start - (this.#end - this.#at);
    block.bytes.set(this.#block.bytes.subarray(this.#at, this.#end), at);
    this.#block.uses--;
    this.#before += this.#at - at;
    this.#block = block;
    this.#at = at;
    this.#end = start + length;
  }

  /** Handles one record; false when more bytes are needed. */
  #next(): boolean {
    const raw = this.#block;
    const skipped = Math.min(this.#toSkip, this.#end - this.#at);
    this.#at += skipped;
    this.#toSkip -= skipped;
    const held = this.#end - this.#at;
    if (held < recordHeaderSize) return false;
    const index = this.#at;
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
    const raw = this.#block;
    if ((index & 7) !== 0) {
      this.#emitLoose(raw.bytes.subarray(index, index + size));
      return;
    }
    if (!this.#littleEndian) this.#sink.swap(raw, index);
    this.#sink.record(raw, index, type, size);
  }

  #emitLoose(record: Uint8Array): void {
    const index = (this.#looseEnd + 7) & ~7;
    let loose = this.#loose;
    if (loose === undefined || index + record.length > loose.bytes.length) {
      if (loose !== undefined) loose.uses--;
      loose = this.#blocks.obtain(smallestBlock + record.length);
      this.#loose = loose;
      this.#looseEnd = 0;
      this.#emitLoose(record);
      return;
    }
    loose.bytes.set(record, index);
    this.#looseEnd = index + record.length;
    if (!this.#littleEndian) this.#sink.swap(loose, index);
    const type = loose.view.getUint32(index, true);
    this.#sink.record(loose, index, type, record.length);
  }

  /** u32 size, then that many bytes outside of the record, up to a multiple of 8. */
  #tracingData(index: number, size: number, held: number): boolean {
    const bytes = size < 12 ? 0 : this.#block.view.getUint32(index + 8, this.#littleEndian);
    if (bytes > largestTracingData) throw this.#damaged(`tracing data of ${bytes} bytes`);
    const padded = (bytes + 7) & ~7;
    if (held < size + padded) return false;
    const start = index + size;
    this.#sink.tracingData(this.#block.bytes.slice(start, start + bytes));
    this.#at += size + padded;
    return true;
  }

  /** COMPRESSED2 says how many of its bytes are data; the rest is padding. */
  #unpackSized(index: number, size: number, held: number): boolean {
    const { view, bytes } = this.#block;
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
    return malformed('perf.data records', this.#before + this.#at, what);
  }
}

function recordSize(view: DataView, at: number, type: number, little: boolean): number {
  const size = view.getUint16(at + 6, little);
  return type < firstSimpleperfType ? size : view.getUint16(at + 4, little) * 65_536 + size;
}
