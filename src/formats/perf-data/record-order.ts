import { ByteReader } from '../../base/byte-reader.ts';
import type { ByteSource } from '../../object/byte-source.ts';
import { parseAttr } from '../../perf/attr.ts';
import { attrOffsets, smallestAttrSize } from '../../perf/attr-table.ts';
import { swapRecord } from '../../perf/byte-order.ts';
import { readBuildIdBody, untilZero } from '../../perf/feature-sections.ts';
import { type RecordBlock, RecordBlocks } from '../../perf/record-blocks.ts';
import { type RecordSink, RecordStream } from '../../perf/record-stream.ts';
import { recordHeaderSize, recordTypes } from '../../perf/record-table.ts';
import { TimeOrder } from '../../perf/time-order.ts';
import type { Recording } from './recording.ts';

/** Without the end of a round records are released when they take this much memory. */
const mostHeldBytes = 96 << 20;
/** What is read at once of a file of a folder. */
const laneBytes = 1 << 18;
const nameUpdate = 2n;
const wordBase = 2 ** 32;

/** What the reader of the file does with records that stand for a part of the file's head. */
export interface HeadRecords {
  feature(number: number, bytes: Uint8Array): void;
  tracingData(bytes: Uint8Array): void;
}

/**
 * Brings the records of a stream into the order of time and hands them to the recording. perf's own
 * records have no time: they are taken at once. The kernel's wait for the end of the round after
 * theirs: then nothing earlier can follow (`ordered-events.c`).
 */
export class RecordOrder {
  readonly #recording: Recording;
  readonly #head: HeadRecords;
  readonly #littleEndian: boolean;
  readonly #order = new TimeOrder();
  readonly #blocks = new RecordBlocks();
  #roundNewestNs = 0;
  /** Everything up to then has been handed on. */
  #releasedNs = 0;
  #heldBytes = 0;

  constructor(recording: Recording, head: HeadRecords, littleEndian: boolean) {
    this.#recording = recording;
    this.#head = head;
    this.#littleEndian = littleEndian;
  }

  /** `sink` stands between the stream and this where somebody wants to see the records pass. */
  stream(sink: RecordSink = this): RecordStream {
    return new RecordStream(sink, this.#blocks, this.#littleEndian);
  }

  /**
   * The stream has ended. `parts` are further files of the recording, each in order of time by itself:
   * the one that is behind is read on, and what no other can precede any more is released.
   */
  finish(parts: readonly ByteSource[]): void {
    const lanes = parts.map((source) => new Lane(this, source));
    for (;;) {
      const open = lanes.filter((lane) => !lane.hasEnded);
      const [behind] = open.sort((a, b) => a.newestNs - b.newestNs);
      if (behind === undefined) break;
      behind.readOn();
      const rest = open.filter((lane) => !lane.hasEnded);
      this.#release(Math.min(...rest.map((lane) => lane.newestNs)));
    }
    this.#release(Number.POSITIVE_INFINITY);
  }

  /** Takes a record and says when it was. */
  record(block: RecordBlock, index: number, type: number, size: number): number {
    if (type >= recordTypes.attr) {
      this.#own(block, index, type, size);
      return 0;
    }
    const timeNs = this.#timeOf(block.words, index >> 2, type, size >> 2);
    // What recorders make up themselves has no time, and is for all that follows.
    if (timeNs < this.#releasedNs && timeNs > 0) this.#noteLate();
    this.#order.add(timeNs, block.number, index);
    block.uses++;
    this.#heldBytes += size;
    if (this.#heldBytes > mostHeldBytes) this.#release(this.#order.medianNs());
    return timeNs;
  }

  tracingData(bytes: Uint8Array): void {
    this.#head.tracingData(bytes);
  }

  swap(block: RecordBlock, index: number): void {
    swapRecord(block.view, index, this.#recording.events);
  }

  /** A record without time is as late as the newest one before it. */
  #timeOf(words: Int32Array, start: number, type: number, size: number): number {
    const { events } = this.#recording;
    const end = start + size;
    const isSample = type === recordTypes.sample;
    const index = isSample
      ? events.ofSample(words, start, end)
      : events.ofRecord(words, start, end);
    if (index < 0) return this.#order.newestNs;
    const { layout, idLayout } = events.at(index);
    const at = isSample ? start + layout.time : end - idLayout.time;
    const hasTime = isSample ? layout.time >= 0 : idLayout.time > 0;
    if (!hasTime || at < start + 2 || at + 2 > end) return this.#order.newestNs;
    return ((words[at] as number) >>> 0) + ((words[at + 1] as number) >>> 0) * wordBase;
  }

  #noteLate(): void {
    this.#recording.diagnostics.count(
      'late-record',
      'records came behind later ones that were used already: a round is too large to hold, or the file was joined',
    );
  }

  #release(limitNs: number): void {
    if (limitNs > this.#releasedNs) this.#releasedNs = limitNs;
    const blocks = this.#blocks;
    const recording = this.#recording;
    this.#order.release(limitNs, (timeNs, number, index) => {
      const block = blocks.at(number);
      recording.take(block, index, timeNs);
      block.uses--;
    });
    this.#heldBytes = 0;
  }

  #own(block: RecordBlock, index: number, type: number, size: number): void {
    const body = block.bytes.subarray(index + recordHeaderSize, index + size);
    switch (type) {
      case recordTypes.finishedRound:
        this.#release(this.#roundNewestNs);
        this.#roundNewestNs = this.#order.newestNs;
        return;
      case recordTypes.attr:
        this.#attr(body);
        return;
      case recordTypes.timeConversion:
        this.#timeConversion(body);
        return;
      case recordTypes.eventUpdate:
        this.#eventUpdate(body);
        return;
      case recordTypes.headerFeature: {
        const reader = this.#reader(body, 'header feature');
        const number = reader.size('feature');
        this.#head.feature(number, body.slice(8));
        return;
      }
      case simpleperfTracingData:
        if (body.length >= 4) this.#head.tracingData(body.slice(4));
        return;
      case recordTypes.buildId: {
        const misc = block.view.getUint16(index + 4, true);
        const { path, buildId } = readBuildIdBody(this.#reader(body, 'build id'), misc);
        this.#recording.buildIds.set(path, buildId);
        return;
      }
      default:
        if (!ignoredTypes.has(type) && !isSimpleperfs(type)) {
          this.#recording.diagnostics.count(
            'unknown-record',
            `records of type ${type} are not understood`,
          );
        }
    }
  }

  /** ATTR: the attr as long as it says it is, then its ids. */
  #attr(body: Uint8Array): void {
    const reader = this.#reader(body, 'attr record');
    const little = this.#littleEndian;
    const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    if (body.length < smallestAttrSize) throw reader.fail(`${body.length} bytes`);
    const stated = view.getUint32(attrOffsets.size, little) || smallestAttrSize;
    const attr = parseAttr(reader, stated);
    const ids: number[] = [];
    while (reader.remaining >= 8) ids.push(Number(reader.u64('id')));
    this.#recording.events.add(attr, ids);
  }

  /** How ticks of the processor's counter become times: some runtimes write ticks. */
  #timeConversion(body: Uint8Array): void {
    const reader = this.#reader(body, 'time conversion');
    const shift = Number(reader.u64('shift'));
    this.#recording.jit?.setTicks(shift, reader.u64('multiplier'), reader.u64('zero'));
  }

  #eventUpdate(body: Uint8Array): void {
    const reader = this.#reader(body, 'event update');
    const kind = reader.u64('kind');
    const id = Number(reader.u64('id'));
    if (kind !== nameUpdate) return;
    this.#recording.events.name([id], -1, untilZero(reader.take(reader.remaining, 'name')));
  }

  #reader(bytes: Uint8Array, section: string): ByteReader {
    return new ByteReader(bytes, section, { littleEndian: this.#littleEndian });
  }
}

/** A file of a recording that is a folder. */
class Lane implements RecordSink {
  readonly #order: RecordOrder;
  readonly #source: ByteSource;
  readonly #stream: RecordStream;
  #at = 0;
  newestNs = 0;

  constructor(order: RecordOrder, source: ByteSource) {
    this.#order = order;
    this.#source = source;
    this.#stream = order.stream(this);
  }

  get hasEnded(): boolean {
    return this.#at >= this.#source.size;
  }

  readOn(): void {
    const length = Math.min(laneBytes, this.#source.size - this.#at);
    this.#stream.push(this.#source.read(this.#at, length));
    this.#at += length;
  }

  record(block: RecordBlock, index: number, type: number, size: number): void {
    this.newestNs = Math.max(this.newestNs, this.#order.record(block, index, type, size));
  }

  tracingData(bytes: Uint8Array): void {
    this.#order.tracingData(bytes);
  }

  swap(block: RecordBlock, index: number): void {
    this.#order.swap(block, index);
  }
}

/** simpleperf numbers its own records from here on (record.h): u32 size and tracing data. */
const simpleperfTracingData = 32_777;

/** The others hold symbols that sections have too, or tell how the recorder unwound a stack. */
function isSimpleperfs(type: number): boolean {
  return type > 32_768 && type < simpleperfTracingData + 2;
}

/** perf's own records that say nothing a profile needs. */
const ignoredTypes: ReadonlySet<number> = new Set([
  recordTypes.eventType,
  recordTypes.idIndex,
  recordTypes.auxtraceInfo,
  recordTypes.auxtrace,
  recordTypes.auxtraceError,
  recordTypes.threadMap,
  recordTypes.cpuMap,
  recordTypes.statConfig,
  recordTypes.stat,
  recordTypes.statRound,
  recordTypes.finishedInit,
  recordTypes.bpfMetadata,
]);
