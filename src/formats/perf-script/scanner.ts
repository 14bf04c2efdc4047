import { unreachable } from '../../base/assert.ts';
import { ByteInterner, hashBytes, hashTail } from '../../base/byte-interner.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { Int32Builder } from '../../base/growable-column.ts';
import { sameBytes } from '../../base/same-bytes.ts';
import { mixHash } from '../../base/tuple-index.ts';
import type { ReadOptions } from '../format.ts';
import { digits, EventLine } from './event-line.ts';
import { classifyLine, lineClasses } from './line-class.ts';
import { SampleColumns } from './sample-columns.ts';
import { StackLines } from './stack-lines.ts';

const newline = 0x0a;
const hashSign = 0x23;
const tab = 0x09;
const closeParenthesis = 0x29;
const notKept = -1;
const sampleEnded = -2;
const sideBand = 'PERF_RECORD_';
const lost = 'PERF_RECORD_LOST lost ';
/** Headers are a page of text; more than this is not a header. */
const longestHeader = 65_536;
const longestExample = 200;

const utf8 = new TextDecoder('utf-8');

export type ScanOptions = Pick<ReadOptions, 'timeline' | 'addresses'>;

/**
 * Reads `perf script` text, whole lines at a time, into paths of lines and samples. The state
 * between calls is the sample being read, so that a caller may cut anywhere between two lines.
 */
export class PerfScriptScanner {
  readonly stacks: StackLines;
  readonly samples: SampleColumns;
  /** `comm pid/tid` as written, and where in it the pid starts. */
  readonly threads: ByteInterner = new ByteInterner();
  readonly pidOffset: Int32Builder = new Int32Builder();
  readonly events: ByteInterner = new ByteInterner(8);
  readonly eventHasPeriod: Int32Builder = new Int32Builder(8);
  readonly diagnostics: Diagnostics = new Diagnostics();
  header = '';
  startNs: number = Number.POSITIVE_INFINITY;
  endNs: number = Number.NEGATIVE_INFINITY;
  lostSamples = 0;

  readonly #eventLine = new EventLine();
  #inSample = false;
  #thread = 0;
  #event = 0;
  #period: number = Number.NaN;
  #timeNs: number = Number.NaN;
  #cpu = -1;
  /** The lines of the sample so far, leaf first, without those of `#base`. */
  #pending = new Int32Array(256);
  #pendingCount = 0;
  /** The path that the lines after the pending ones are known to be; -1 = the root. */
  #base = -1;
  /** The path that the next line may be the last of; -1 = no idea. */
  #guess = -1;
  #latestPath = -1;

  constructor(options: ScanOptions) {
    this.samples = new SampleColumns(options.timeline);
    this.stacks = new StackLines(options.addresses ?? true);
  }

  /** Reads bytes[start … end), which are whole lines. */
  scan(bytes: Uint8Array, start: number, end: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = start;
    while (at < end) {
      at = this.#inSample
        ? this.#scanFrames(bytes, view, at, end)
        : this.#scanEvent(bytes, view, at, end);
    }
  }

  finish(): void {
    if (this.#inSample) this.#endSample();
  }

  #scanEvent(bytes: Uint8Array, view: DataView, at: number, end: number): number {
    let stop = at;
    while (bytes[stop] !== newline) stop++;
    if (bytes[at] === hashSign) this.#keepHeader(bytes, at, stop + 1);
    else if (stop > at && !this.#startSample(bytes, view, at, stop, false)) {
      if (classifyLine(bytes, at, stop) !== lineClasses.blank) this.#countUnknown(bytes, at, stop);
    }
    return Math.min(stop + 1, end);
  }

  /** Takes an event line; false when it is none. */
  #startSample(
    bytes: Uint8Array,
    view: DataView,
    at: number,
    stop: number,
    onlySure: boolean,
  ): boolean {
    const line = this.#eventLine;
    if (!line.parse(bytes, at, stop) || (onlySure && !line.isSure)) return false;
    if (this.#inSample) this.#endSample();
    if (startsWith(bytes, line.eventStart, sideBand)) {
      if (startsWith(bytes, line.eventStart, lost)) {
        const from = line.eventStart + lost.length;
        this.lostSamples += digits(bytes, from, numberEnd(bytes, from, stop));
      }
      return true;
    }
    this.#thread = this.threads.intern(view, line.threadStart, line.threadEnd);
    if (this.#thread === this.pidOffset.length)
      this.pidOffset.push(line.pidStart - line.threadStart);
    this.#event = this.events.intern(view, line.eventStart, line.eventEnd);
    if (this.#event === this.eventHasPeriod.length) this.eventHasPeriod.push(0);
    this.#period = line.period;
    this.#timeNs = line.timeNs;
    this.#cpu = line.cpu;
    this.#inSample = true;
    this.#pendingCount = 0;
    this.#base = -1;
    this.#guess = this.#latestPath;
    // Without call chains the one frame stands on the event line; else the rest is trace text.
    if (line.restEnd > line.restStart && this.#takeSingleFrame(bytes, view, line, stop)) {
      this.#endSample();
    }
    return true;
  }

  #takeSingleFrame(bytes: Uint8Array, view: DataView, line: EventLine, stop: number): boolean {
    if (bytes[line.restEnd - 1] !== closeParenthesis) return false;
    if (classifyLine(bytes, line.restStart, line.restEnd) !== lineClasses.frame) return false;
    // From the blank before it to the line end, so that it looks like a line of its own.
    const from = line.restStart - 1;
    const hash = hashBytes(view, from, stop + 1);
    const known = this.stacks.tree.lines.find(view, from, stop + 1, hash);
    const whole = { bytes, view, start: from, end: stop + 1, hash };
    const id = known >= 0 ? known : this.stacks.addLine(whole, false);
    this.#pending[this.#pendingCount++] = id;
    return true;
  }

  /**
   * The hot loop: the lines of a sample up to the blank line after it. A line that follows a known
   * one is most often the caller it had last time; then comparing it with that caller's text is all
   * that happens. When the guesses hold up to the root, the rest of the stack is known as a whole, and
   * next time compared as a whole.
   */
  #scanFrames(bytes: Uint8Array, view: DataView, start: number, end: number): number {
    const { latest, tails } = this.stacks;
    const { lines } = this.stacks.tree;
    // Paths are added between samples, so that these stay what they are during the loop.
    const parents = this.stacks.tree.parent.memory;
    const lineOfPath = this.stacks.tree.line.memory;
    let arena = lines.view;
    let starts = lines.starts;
    let pending = this.#pending;
    let count = this.#pendingCount;
    let at = start;
    let guess = this.#guess;
    let runStart = count;
    let runPath = guess;
    let runAt = at;
    while (at < end && bytes[at] !== newline) {
      if (count === pending.length) pending = this.#growPending();
      if (guess >= 0) {
        // Only where a run starts: the tail of a path holds those of the paths it runs through.
        if (count === runStart) {
          const size = tails.matches(guess, view, at, end);
          if (size > 0) {
            this.#base = guess;
            this.#pendingCount = count;
            this.#endSample();
            return at + size;
          }
        }
        const id = lineOfPath[guess] as number;
        const from = starts[id] as number;
        const size = (starts[id + 1] as number) - from;
        if (at + size <= end && sameBytes(arena, from, view, at, size)) {
          pending[count++] = id;
          at += size;
          guess = parents[guess] as number;
          continue;
        }
      }
      let stop = at;
      let hash = 0;
      for (const last = end - 4; stop <= last; stop += 4) {
        const word = view.getInt32(stop, true);
        const flipped = word ^ 0x0a0a0a0a;
        if (((flipped - 0x01010101) & ~flipped & 0x80808080) !== 0) break;
        hash = mixHash(hash, word);
      }
      const tail = stop;
      while (bytes[stop] !== newline) stop++;
      stop++;
      hash = hashTail(view, tail, stop, hash);
      let id = lines.find(view, at, stop, hash);
      if (id < 0) {
        this.#pendingCount = count;
        id = this.#internNewLine(bytes, view, at, stop, hash);
        if (id === sampleEnded) return stop;
        arena = lines.view;
        starts = lines.starts;
      }
      if (id >= 0) {
        pending[count++] = id;
        const path = latest.at(id);
        guess = path < 0 ? -1 : (parents[path] as number);
      }
      // Also after a line that is not kept: no run goes across one, lest its text be kept as known.
      runStart = count;
      runPath = guess;
      runAt = stop;
      at = stop;
    }
    this.#pendingCount = count;
    this.#guess = guess;
    if (at >= end) return end;
    if (guess < 0 && runPath >= 0 && count > runStart) {
      this.#base = runPath;
      this.#pendingCount = runStart;
      tails.keep(runPath, bytes, runAt, at + 1);
    }
    this.#endSample();
    return at + 1;
  }

  /** A line not seen before: its number, `notKept`, or `sampleEnded` when it ended the sample. */
  #internNewLine(
    bytes: Uint8Array,
    view: DataView,
    at: number,
    stop: number,
    hash: number,
  ): number {
    if (bytes[at] !== tab && this.#startSample(bytes, view, at, stop - 1, true)) return sampleEnded;
    const kind = classifyLine(bytes, at, stop);
    switch (kind) {
      case lineClasses.blank:
        this.#endSample();
        return sampleEnded;
      case lineClasses.frame:
      case lineClasses.source: {
        const line = { bytes, view, start: at, end: stop, hash };
        return this.stacks.addLine(line, kind === lineClasses.source);
      }
      case lineClasses.branches:
        return notKept;
      case lineClasses.other:
        if (bytes[at] !== hashSign) this.#countUnknown(bytes, at, stop - 1);
        return notKept;
      default:
        return unreachable(kind);
    }
  }

  #growPending(): Int32Array<ArrayBuffer> {
    const larger = new Int32Array(this.#pending.length * 2);
    larger.set(this.#pending);
    this.#pending = larger;
    return larger;
  }

  #endSample(): void {
    let path = this.#base;
    for (let at = this.#pendingCount - 1; at >= 0; at--) {
      path = this.stacks.add(path, this.#pending[at] as number);
    }
    const row = this.samples.row(this.stacks.resultOf(path), this.#thread, this.#event);
    this.samples.count.add(row, 1);
    // As every folding script does: a sample without a period weighs one.
    if (Number.isNaN(this.#period)) this.samples.period.add(row, 1);
    else {
      this.samples.period.add(row, this.#period);
      this.eventHasPeriod.set(this.#event, 1);
    }
    if (this.#timeNs < this.startNs) this.startNs = this.#timeNs;
    if (this.#timeNs > this.endNs) this.endNs = this.#timeNs;
    if (this.samples.timeline) {
      this.samples.timeNs.set(row, this.#timeNs);
      this.samples.cpu.set(row, this.#cpu);
    }
    this.#latestPath = path;
    this.#inSample = false;
  }

  #keepHeader(bytes: Uint8Array, start: number, end: number): void {
    if (this.samples.path.length > 0 || this.header.length > longestHeader) return;
    this.header += utf8.decode(bytes.subarray(start, Math.min(end, start + longestHeader)));
  }

  #countUnknown(bytes: Uint8Array, start: number, end: number): void {
    const text = utf8.decode(bytes.subarray(start, Math.min(end, start + longestExample)));
    this.diagnostics.count(
      'unknown-line',
      `lines that are not perf script text, such as: ${text.trim()}`,
    );
  }
}

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

function numberEnd(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && (bytes[at] as number) >= 0x30 && (bytes[at] as number) <= 0x39) at++;
  return at;
}
