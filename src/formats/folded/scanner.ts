import type { Diagnostic } from '../../base/diagnostics.ts';
import { malformed } from '../../base/tool-error.ts';
import {
  type FrameIndex,
  noLabels,
  none,
  type Profile,
  ProfileBuilder,
  type StackIndex,
  type ValueTypeIndex,
} from '../../profile/index.ts';
import { countOf, isComment, trimEnd, wordStart } from './count.ts';
import { type DetachedNames, FrameNames } from './frame-names.ts';

const newline = 0x0a;
const semicolon = 0x3b;
const differenceComment = 'a difference: every stack has a count before (base) and after (new)';
const longestExample = 200;
const utf8 = new TextDecoder('utf-8');

/** Whether every stack of these lines has two counts, as difffolded.pl writes them. */
export function isDifference(bytes: Uint8Array, start: number, end: number): boolean {
  let lines = 0;
  for (let at = start; at < end; ) {
    const next = bytes.indexOf(newline, at);
    if (next < 0 || next >= end) break;
    const stop = trimEnd(bytes, at, next);
    if (stop > at && !isComment(bytes, at, stop)) {
      const second = wordStart(bytes, at, stop);
      const middle = trimEnd(bytes, at, second);
      const first = wordStart(bytes, at, middle);
      if (first === at || Number.isNaN(countOf(bytes, second, stop))) return false;
      if (Number.isNaN(countOf(bytes, first, middle))) return false;
      lines++;
    }
    at = next + 1;
  }
  return lines > 0;
}

/** What was read of one part of a file, as plain memory. Parts are never differences. */
export interface DetachedStacks {
  readonly names: DetachedNames;
  readonly parent: Int32Array;
  readonly frame: Int32Array;
  readonly sampleStack: Int32Array;
  readonly sampleValue: Float64Array;
  readonly sampleCount: Float64Array;
  readonly lines: number;
  /** Where the first line without a count starts in the part; -1 = all have one. */
  readonly unreadable: number;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads folded lines into a builder. Folded files are mostly sorted, so a line shares most of its
 * frames with the one before: only what differs is looked up.
 */
export class FoldedScanner {
  readonly #builder: ProfileBuilder;
  readonly #names: FrameNames;
  /** Only a difference has it. */
  readonly #baseType: ValueTypeIndex | undefined;
  readonly #valueType: ValueTypeIndex;
  #offset = 0;
  #lines = 0;
  #unreadable = -1;
  /** The stack of the line before: its bytes, where each frame ends in them, and its path. */
  #before = new Uint8Array(1024);
  #beforeView = new DataView(this.#before.buffer);
  #beforeLength = 0;
  /** How many bytes the line being read shares with it. */
  #same = 0;
  #ends = new Int32Array(64);
  #paths = new Int32Array(64);
  #depth = 0;

  /** With a timeline every line is a row of its own: a flame chart goes by their order. */
  constructor(difference: boolean, timeline: boolean) {
    this.#builder = new ProfileBuilder({ aggregate: !timeline });
    this.#names = new FrameNames(this.#builder);
    if (difference) {
      this.#builder.meta.comments = [differenceComment];
      this.#baseType = this.#builder.addValueType('base', 'count');
    }
    this.#valueType = this.#builder.addValueType(difference ? 'new' : 'samples', 'count');
  }

  scan(bytes: Uint8Array, start: number, end: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = start; at < end; ) {
      // What is the same as in the line before has no end of line in it.
      this.#same = this.#sameStart(bytes, view, at, end - at);
      let stop = at + this.#same;
      while (bytes[stop] !== newline) stop++;
      this.#scanLine(bytes, view, at, trimEnd(bytes, at, stop));
      this.#offset += stop + 1 - at;
      at = stop + 1;
    }
  }

  finish(): Profile {
    if (this.#lines === 0 && this.#unreadable >= 0) {
      throw malformed('folded line', this.#unreadable, 'no count after the last space');
    }
    return this.#builder.finish();
  }

  detach(): DetachedStacks {
    const profile = this.#builder.finish();
    return {
      names: this.#names.detach(),
      parent: profile.stacks.parent,
      frame: profile.stacks.frame,
      sampleStack: profile.samples.stack,
      sampleValue: profile.samples.values[0] ?? new Float64Array(0),
      sampleCount: profile.samples.count ?? new Float64Array(0),
      lines: this.#lines,
      unreadable: this.#unreadable,
      diagnostics: profile.meta.health.diagnostics,
    };
  }

  /** Adds what follows, read elsewhere: the same rows in the same order as if it had been read here. */
  absorb(part: DetachedStacks): void {
    const builder = this.#builder;
    const frames = this.#names.absorb(part.names);
    const stacks = new Int32Array(part.parent.length);
    for (let row = 0; row < stacks.length; row++) {
      const up = part.parent[row] as number;
      const parent = up < 0 ? none : (stacks[up] as StackIndex);
      stacks[row] = builder.addStack(parent, frames[part.frame[row] as number] as FrameIndex);
    }
    for (let row = 0; row < part.sampleStack.length; row++) {
      const stack = stacks[part.sampleStack[row] as number] as StackIndex;
      const target = builder.addSample(stack, none, noLabels);
      builder.samples.addValue(target, this.#valueType, part.sampleValue[row] as number);
      builder.samples.addCount(target, (part.sampleCount[row] as number) - 1);
    }
    builder.diagnostics.addAll(part.diagnostics);
    if (this.#unreadable < 0 && part.unreadable >= 0) {
      this.#unreadable = this.#offset + part.unreadable;
    }
    this.#lines += part.lines;
  }

  #scanLine(bytes: Uint8Array, view: DataView, start: number, end: number): void {
    if (start === end || isComment(bytes, start, end)) return;
    const lastWord = wordStart(bytes, start, end);
    const value = countOf(bytes, lastWord, end);
    let stop = trimEnd(bytes, start, lastWord);
    if (Number.isNaN(value) || stop === start) {
      this.#countUnreadable(bytes, start, end);
      return;
    }
    let base = 0;
    if (this.#baseType !== undefined) {
      const word = wordStart(bytes, start, stop);
      const count = countOf(bytes, word, stop);
      if (Number.isNaN(count)) {
        this.#builder.diagnostics.count(
          'single-count',
          'lines of a difference with one count, taken as new',
        );
      } else {
        base = count;
        stop = trimEnd(bytes, start, word);
      }
    }
    this.#lines++;
    this.#addSample(this.#pathOf(bytes, view, start, stop), base, value);
  }

  #addSample(stack: StackIndex, base: number, value: number): void {
    const { samples } = this.#builder;
    const row = this.#builder.addSample(stack, none, noLabels);
    if (this.#baseType !== undefined) samples.addValue(row, this.#baseType, base);
    samples.addValue(row, this.#valueType, value);
    const count = base + value;
    samples.addCount(row, Number.isInteger(count) && count >= 0 ? count - 1 : 0);
  }

  /** The path of the frames in bytes[start … end), sharing what the line before began with. */
  #pathOf(bytes: Uint8Array, view: DataView, start: number, end: number): StackIndex {
    const length = end - start;
    const same = Math.min(this.#same, length);
    let depth = 0;
    // A frame is shared when it ends within what is the same, at a semicolon or at both ends.
    while (depth < this.#depth && (this.#ends[depth] as number) < same) depth++;
    if (same === length && same === this.#beforeLength) depth = this.#depth;
    let at = depth === 0 ? start : start + (this.#ends[depth - 1] as number) + 1;
    let path = (depth === 0 ? none : (this.#paths[depth - 1] as number)) as StackIndex;
    while (at <= end) {
      let stop = at;
      while (stop < end && bytes[stop] !== semicolon) stop++;
      path = this.#builder.addStack(path, this.#names.frame(view, at, stop));
      this.#setFrame(depth++, stop - start, path);
      at = stop + 1;
    }
    this.#depth = depth;
    this.#remember(bytes, start, end, same);
    return path;
  }

  /** How many bytes the line shares with the frames of the line before. Hot loop: four at a time. */
  #sameStart(bytes: Uint8Array, view: DataView, start: number, length: number): number {
    const limit = Math.min(length, this.#beforeLength);
    const before = this.#beforeView;
    let same = 0;
    while (same + 4 <= limit && view.getInt32(start + same) === before.getInt32(same)) same += 4;
    while (same < limit && bytes[start + same] === this.#before[same]) same++;
    return same;
  }

  #setFrame(depth: number, end: number, path: number): void {
    if (depth === this.#ends.length) {
      this.#ends = grown(this.#ends);
      this.#paths = grown(this.#paths);
    }
    this.#ends[depth] = end;
    this.#paths[depth] = path;
  }

  #remember(bytes: Uint8Array, start: number, end: number, same: number): void {
    const length = end - start;
    if (length > this.#before.length) {
      const larger = new Uint8Array(Math.max(length, this.#before.length * 2));
      larger.set(this.#before);
      this.#before = larger;
      this.#beforeView = new DataView(larger.buffer);
    }
    this.#before.set(bytes.subarray(start + same, end), same);
    this.#beforeLength = length;
  }

  #countUnreadable(bytes: Uint8Array, start: number, end: number): void {
    if (this.#unreadable < 0) this.#unreadable = this.#offset;
    const text = utf8.decode(bytes.subarray(start, Math.min(end, start + longestExample)));
    this.#builder.diagnostics.count('unreadable-line', `lines without a count, such as: ${text}`);
  }
}

function grown(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(column.length * 2);
  larger.set(column);
  return larger;
}
