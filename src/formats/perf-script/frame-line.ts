import { hexEnd, skipBlanks } from './line-class.ts';

const space = 0x20;
const tab = 0x09;
const open = 0x28;
const close = 0x29;
const slash = 0x2f;
const openBracket = 0x5b;
const plus = 0x2b;
const unknown = bytesOf('[unknown]');
const inlined = bytesOf('(inlined)');

/**
 * A frame line, `7f53 malloc+0x12 (/lib/libc.so.6)`, taken apart as positions in its bytes. One
 * object is reused for all lines: a large file has a million distinct ones.
 */
export class FrameLine {
  /** The address from bit 48 on, so that the rest is a safe integer. */
  addressHigh = 0;
  /** Below 2^48; -1 = the line has none. */
  address = -1;
  /** As perf wrote it, without the offset; empty = unknown. */
  symbolStart = 0;
  symbolEnd = 0;
  /** Empty = not said, or unknown. */
  dsoStart = 0;
  dsoEnd = 0;
  isInlined = false;
  /** The image with its parentheses, or `(inlined)`; empty = the line has neither. */
  imageStart = 0;
  imageEnd = 0;

  parse(bytes: Uint8Array, start: number, end: number): void {
    const from = skipBlanks(bytes, start, end);
    end = trimEnd(bytes, from, end);
    const stop = hexEnd(bytes, from, end);
    const isAddress = stop > from && (stop === end || isBlank(bytes[stop]));
    this.#parseAddress(bytes, from, isAddress ? stop : from);
    this.symbolStart = isAddress ? skipBlanks(bytes, stop, end) : from;
    this.#splitDso(bytes, this.symbolStart, end);
    this.symbolEnd = trimEnd(bytes, this.symbolStart, this.symbolEnd);
    this.symbolEnd = withoutOffset(bytes, this.symbolStart, this.symbolEnd);
    if (isText(bytes, this.symbolStart, this.symbolEnd, unknown)) this.symbolEnd = this.symbolStart;
    if (isText(bytes, this.dsoStart, this.dsoEnd, unknown)) this.dsoEnd = this.dsoStart;
  }

  #parseAddress(bytes: Uint8Array, start: number, end: number): void {
    this.addressHigh = 0;
    this.address = start === end ? -1 : 0;
    while (start < end && bytes[start] === 0x30) start++;
    if (end - start > 16) this.address = -1;
    else {
      const middle = Math.max(start, end - 12);
      this.addressHigh = hexValue(bytes, start, middle);
      if (end > start) this.address = hexValue(bytes, middle, end);
    }
  }

  /**
   * The image stands in the last parentheses, which may hold further ones: `(/tmp/a (deleted))`.
   * Parentheses without a partner, as in `(/tmp/odd(name)`, are told by what an image starts with.
   */
  #splitDso(bytes: Uint8Array, start: number, end: number): void {
    this.symbolEnd = end;
    this.dsoStart = end;
    this.dsoEnd = end;
    this.isInlined = false;
    this.imageStart = end;
    this.imageEnd = end;
    if (end === start || bytes[end - 1] !== close) return;
    if (isText(bytes, end - inlined.length, end, inlined) && end - inlined.length >= start) {
      this.isInlined = true;
      this.symbolEnd = end - inlined.length;
      this.imageStart = this.symbolEnd;
      return;
    }
    let at = matchingOpen(bytes, start, end);
    if (at < 0 || !startsImage(bytes[at + 1])) at = likelyOpen(bytes, start, end, at);
    // `operator()` is a name: an image is set off by a blank.
    if (at < 0 || (at > start && !isBlank(bytes[at - 1]))) return;
    this.symbolEnd = at;
    this.imageStart = at;
    this.dsoStart = at + 1;
    this.dsoEnd = end - 1;
  }
}

function matchingOpen(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= start; at--) {
    if (bytes[at] === close) depth++;
    else if (bytes[at] === open && --depth === 0) return at;
  }
  return -1;
}

/** The last ` (/` or ` ([`; without one what was found by matching. */
function likelyOpen(bytes: Uint8Array, start: number, end: number, found: number): number {
  for (let at = end - 2; at >= start; at--) {
    if (bytes[at] !== open || !startsImage(bytes[at + 1])) continue;
    if (at === start || isBlank(bytes[at - 1])) return at;
  }
  return found;
}

function startsImage(byte: number | undefined): boolean {
  return byte === slash || byte === openBracket;
}

/** Where the symbol ends before `+0x1f`. */
function withoutOffset(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && hexEnd(bytes, at - 1, at) === at) at--;
  const isOffset =
    at < end &&
    at - 3 >= start &&
    bytes[at - 1] === 0x78 &&
    bytes[at - 2] === 0x30 &&
    bytes[at - 3] === plus;
  return isOffset ? at - 3 : end;
}

function isText(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  if (end - start !== text.length || start < 0) return false;
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text[at]) return false;
  return true;
}

function hexValue(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    value = value * 16 + (byte <= 0x39 ? byte - 0x30 : byte - 0x57);
  }
  return value;
}

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab;
}

function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  while (end > start && (bytes[end - 1] as number) <= space) end--;
  return end;
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
