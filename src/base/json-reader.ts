import type { Float64Builder } from './growable-column.ts';
import { JsonTexts } from './json-texts.ts';
import { malformed, type ToolError } from './tool-error.ts';

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const plus = 0x2b;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openArray = 0x5b;
const backslash = 0x5c;
const closeArray = 0x5d;
const lowerU = 0x75;
const openObject = 0x7b;
const closeObject = 0x7d;

/** 10^k is exact as a double up to k = 22, so one division of exact integers rounds correctly. */
const powersOfTen = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const exactDigits = 15;

/** No profile format nests deeper by design; the old .cpuprofile, a tree of objects, asks for more. */
const defaultDepth = 64;

export interface JsonReaderOptions {
  readonly maxDepth?: number;
  /** Where to begin: the offset of a value that was skipped before. */
  readonly offset?: number;
}

/**
 * Pulls values out of JSON (RFC 8259) in bytes: no string of the whole file, no object per value and
 * no recursion, so that neither size nor nesting of a hostile file matters. Reading the wrong kind
 * of value, or bytes that are not JSON, is a ToolError with the offset.
 */
export class JsonReader {
  readonly bytes: Uint8Array;
  readonly section: string;
  readonly #maxDepth: number;
  readonly #texts: JsonTexts;
  #at: number;
  #depth = 0;
  /** Nothing has been read yet in the innermost array or object. */
  #isFresh = false;
  #hasEscape = false;

  constructor(bytes: Uint8Array, section: string, options: JsonReaderOptions = {}) {
    this.bytes = bytes;
    this.section = section;
    this.#maxDepth = options.maxDepth ?? defaultDepth;
    this.#texts = new JsonTexts(bytes);
    this.#at = options.offset ?? 0;
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    if (this.#at === 0 && hasMark) this.#at = 3;
  }

  /** Where the next value or punctuation begins. */
  get offset(): number {
    this.#peek();
    return this.#at;
  }

  /** Goes to a value seen before; the caller reads that value and nothing after it. */
  seek(offset: number): void {
    this.#at = offset;
    this.#isFresh = true;
  }

  kind(): JsonKind {
    const byte = this.#peek();
    switch (byte) {
      case openObject:
        return 'object';
      case openArray:
        return 'array';
      case quote:
        return 'string';
      case 0x74:
      case 0x66:
        return 'boolean';
      case 0x6e:
        return 'null';
      default:
        if (byte === minus || (byte >= zero && byte <= nine)) return 'number';
        throw this.#unexpected('a value');
    }
  }

  beginObject(what: string): void {
    this.#open(openObject, what);
  }

  /** The next key of the object, its value now next; undefined when the object is closed. */
  nextKey(): string | undefined {
    if (this.#close(closeObject)) return undefined;
    this.#separate();
    const key = this.text('a key');
    if (this.#peek() !== colon) throw this.#unexpected('a colon');
    this.#at++;
    return key;
  }

  beginArray(what: string): void {
    this.#open(openArray, what);
  }

  /** Whether a further element is next; the array is closed when not. */
  nextElement(): boolean {
    if (this.#close(closeArray)) return false;
    this.#separate();
    return true;
  }

  /** Calls `visit` for each key; a value it leaves unread is skipped. */
  eachKey(what: string, visit: (key: string) => void): void {
    this.beginObject(what);
    for (let key = this.nextKey(); key !== undefined; key = this.nextKey()) {
      this.#peek();
      const start = this.#at;
      visit(key);
      if (this.#at === start) this.skipValue();
    }
  }

  eachElement(what: string, visit: () => void): void {
    this.beginArray(what);
    while (this.nextElement()) {
      this.#peek();
      const start = this.#at;
      visit();
      if (this.#at === start) this.skipValue();
    }
  }

  text(what: string): string {
    if (this.#peek() !== quote) throw this.#unexpected(what);
    const start = this.#at + 1;
    this.#scanString();
    return this.#texts.textAt(start, this.#at - 1, this.#hasEscape);
  }

  /**
   * Always finite. Hot path: digits are summed directly; only long or exponential numbers become
   * text.
   */
  number(what: string): number {
    const first = this.#peek();
    const bytes = this.bytes;
    const start = this.#at;
    let at = first === minus ? start + 1 : start;
    let value = 0;
    const whole = at;
    while (isDigit(bytes[at])) value = value * 10 + ((bytes[at++] as number) - zero);
    if (at === whole) throw this.#unexpected(what);
    if (at > whole + 1 && bytes[whole] === zero)
      throw this.#failAt(whole, 'a number begins with 0');
    let digits = at - whole;
    let scale = 0;
    if (bytes[at] === dot) {
      const fraction = ++at;
      while (isDigit(bytes[at])) value = value * 10 + ((bytes[at++] as number) - zero);
      scale = at - fraction;
      digits += scale;
      if (scale === 0) throw this.#failAt(at, 'digits expected after the decimal point');
    }
    const exponent = this.#endOfExponent(at);
    this.#at = exponent;
    if (exponent !== at || digits > exactDigits) return this.#numberText(start, exponent);
    if (scale > 0) value /= powersOfTen[scale] as number;
    return first === minus ? -value : value;
  }

  /** A whole number from 0 to `limit` − 1, such as a row of a table. */
  index(what: string, limit: number): number {
    const start = this.offset;
    const value = this.number(what);
    if (!(Number.isInteger(value) && value >= 0 && value < limit)) {
      throw this.#failAt(start, `${what} ${value} is outside 0…${limit - 1}`);
    }
    return value;
  }

  /** All numbers of an array, appended. */
  numbers(what: string, into: Float64Builder): void {
    this.beginArray(what);
    while (this.nextElement()) into.push(this.number(what));
  }

  boolean(what: string): boolean {
    const byte = this.#peek();
    if (byte !== 0x74 && byte !== 0x66) throw this.#unexpected(what);
    this.#literal(byte === 0x74 ? 'true' : 'false');
    return byte === 0x74;
  }

  /** Takes `null` if it is next. */
  takeNull(): boolean {
    if (this.#peek() !== 0x6e) return false;
    this.#literal('null');
    return true;
  }

  /** Passes over a value of any kind, checking that it is JSON. */
  skipValue(): void {
    const isObject: boolean[] = [];
    for (;;) {
      const opened = this.#skipOne();
      if (opened !== undefined) isObject.push(opened);
      for (;;) {
        const inObject = isObject.at(-1);
        if (inObject === undefined) return;
        const hasMore = inObject ? this.nextKey() !== undefined : this.nextElement();
        if (hasMore) break;
        isObject.pop();
      }
    }
  }

  /** Checks that nothing but white space follows. */
  end(): void {
    if (this.#peek() !== -1) throw this.#unexpected('the end');
  }

  fail(what: string): ToolError {
    return this.#failAt(this.#at, what);
  }

  /** Skips a scalar, or opens a container and says whether it is an object. */
  #skipOne(): boolean | undefined {
    const kind = this.kind();
    switch (kind) {
      case 'object':
      case 'array':
        this.#open(kind === 'object' ? openObject : openArray, kind);
        return kind === 'object';
      case 'string':
        this.#scanString();
        break;
      case 'number':
        this.number(kind);
        break;
      case 'boolean':
        this.boolean(kind);
        break;
      case 'null':
        this.takeNull();
        break;
    }
    return undefined;
  }

  /** Skips white space; the next byte, -1 at the end. */
  #peek(): number {
    const bytes = this.bytes;
    let at = this.#at;
    let byte = bytes[at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++at];
    this.#at = at;
    return byte ?? -1;
  }

  #open(byte: number, what: string): void {
    if (this.#peek() !== byte) throw this.#unexpected(what);
    if (++this.#depth > this.#maxDepth) throw this.fail(`nested deeper than ${this.#maxDepth}`);
    this.#at++;
    this.#isFresh = true;
  }

  #close(byte: number): boolean {
    if (this.#peek() !== byte) return false;
    this.#at++;
    this.#depth--;
    this.#isFresh = false;
    return true;
  }

  #separate(): void {
    if (!this.#isFresh) {
      if (this.#peek() !== comma) throw this.#unexpected('a comma');
      this.#at++;
    }
    this.#isFresh = false;
  }

  /** From the opening quote to after the closing one. Hot loop. */
  #scanString(): void {
    const bytes = this.bytes;
    const start = this.#at;
    this.#hasEscape = false;
    for (let at = start + 1; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte === quote) {
        this.#at = at + 1;
        return;
      }
      if (byte === backslash) {
        this.#hasEscape = true;
        at = this.#endOfEscape(at);
      } else if (byte < 0x20) throw this.#failAt(at, 'a control character inside a string');
    }
    throw this.#failAt(start, 'a string has no end');
  }

  /** The last byte of the escape whose backslash is at `at`. */
  #endOfEscape(at: number): number {
    const byte = this.bytes[at + 1] ?? -1;
    if (byte !== lowerU) {
      if (!'"\\/bfnrt'.includes(String.fromCharCode(byte))) throw this.#failAt(at, 'a bad escape');
      return at + 1;
    }
    for (let digit = at + 2; digit < at + 6; digit++) {
      if (!isHexDigit(this.bytes[digit] ?? -1)) throw this.#failAt(at, 'a bad \\u escape');
    }
    return at + 5;
  }

  #endOfExponent(at: number): number {
    const bytes = this.bytes;
    if (bytes[at] !== 0x65 && bytes[at] !== 0x45) return at;
    const sign = bytes[at + 1];
    const digits = sign === plus || sign === minus ? at + 2 : at + 1;
    let end = digits;
    while (isDigit(bytes[end])) end++;
    if (end === digits) throw this.#failAt(end, 'digits expected in the exponent');
    return end;
  }

  #numberText(start: number, end: number): number {
    const value = Number(this.#texts.textAt(start, end, false));
    if (!Number.isFinite(value)) throw this.#failAt(start, 'a number is too large');
    return value;
  }

  #literal(word: 'true' | 'false' | 'null'): void {
    for (let at = 0; at < word.length; at++) {
      if (this.bytes[this.#at + at] !== word.charCodeAt(at)) throw this.#unexpected(word);
    }
    this.#at += word.length;
  }

  #unexpected(what: string): ToolError {
    const byte = this.#peek();
    if (byte === -1) return malformed(`truncated ${this.section}`, this.#at, `${what} expected`);
    const shown = byte > 0x20 && byte < 0x7f ? `'${String.fromCharCode(byte)}'` : `byte ${byte}`;
    return this.fail(`${what} expected, not ${shown}`);
  }

  #failAt(offset: number, what: string): ToolError {
    return malformed(this.section, offset, what);
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine;
}

function isHexDigit(byte: number): boolean {
  return (
    (byte >= zero && byte <= nine) ||
    (byte >= 0x41 && byte <= 0x46) ||
    (byte >= 0x61 && byte <= 0x66)
  );
}
