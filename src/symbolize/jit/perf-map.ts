import type { Diagnostics } from '../../base/diagnostics.ts';
import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';
import type { CodeRange, CodeRanges } from './code-ranges.ts';
import { TimedRanges } from './timed-ranges.ts';

const newline = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
/** User addresses have 47 bits, 56 at most; from here on they are not exact as a double. */
const addressLimit = 2 ** 53;

/**
 * The text of /tmp/perf-PID.map (linux: tools/perf/Documentation/jit-interface.txt): lines
 * `START SIZE name`, numbers in hexadecimal, the name to the end of the line. It knows no times:
 * where ranges overlap, the last line wins.
 */
export function parsePerfMap(bytes: Uint8Array, diagnostics?: Diagnostics): CodeRanges {
  const start = new Float64Builder(1024);
  const end = new Float64Builder(1024);
  const nameStart = new Int32Builder(1024);
  const nameEnd = new Int32Builder(1024);
  const line = new MapLine(bytes);
  for (let at = 0; at < bytes.length; ) {
    const newlineAt = bytes.indexOf(newline, at);
    const lineEnd = newlineAt < 0 ? bytes.length : newlineAt;
    if (line.parse(at, lineEnd)) {
      start.push(line.start);
      end.push(line.start + line.size);
      nameStart.push(line.nameAt);
      nameEnd.push(line.nameEnd);
    } else if (lineEnd > at) {
      diagnostics?.count('perf-map-line', 'line of a perf map that is not START SIZE name');
    }
    at = lineEnd + 1;
  }
  const starts = start.finish();
  const ends = end.finish();
  const time = new Float64Array(starts.length);
  const ranges = new TimedRanges({ start: starts, end: ends, time });
  return {
    length: starts.length,
    // Without times nothing can be told apart, so that one answer holds for good.
    isLasting: () => true,
    find(address): CodeRange | undefined {
      const row = ranges.find(address, 0);
      if (row < 0) return undefined;
      const name = new TextDecoder().decode(bytes.subarray(nameStart.at(row), nameEnd.at(row)));
      const from = starts[row] as number;
      return { name, file: '', line: 0, start: from, size: (ends[row] as number) - from };
    },
  };
}

/** One line, taken apart where it lies: maps run to hundreds of thousands of lines. */
class MapLine {
  readonly #bytes: Uint8Array;
  #at = 0;
  start = 0;
  size = 0;
  nameAt = 0;
  nameEnd = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** False for a line of another form. */
  parse(from: number, end: number): boolean {
    this.#at = from;
    this.start = this.#number(end);
    this.size = this.#number(end);
    this.nameAt = this.#at;
    this.nameEnd = this.#bytes[end - 1] === carriageReturn ? end - 1 : end;
    return this.start + this.size < addressLimit && this.nameAt < this.nameEnd;
  }

  /** A number and the spaces behind it; NaN when there is none. */
  #number(end: number): number {
    const bytes = this.#bytes;
    let at = this.#at;
    if (bytes[at] === 0x30 && ((bytes[at + 1] as number) | 0x20) === 0x78 && at + 1 < end) at += 2;
    const first = at;
    let value = 0;
    for (; at < end; at++) {
      const digit = hexDigit(bytes[at] as number);
      if (digit < 0) break;
      value = value * 16 + digit;
    }
    if (at === first || at >= end || bytes[at] !== space) return Number.NaN;
    while (at < end && bytes[at] === space) at++;
    this.#at = at;
    return value;
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
