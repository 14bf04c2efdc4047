const space = 0x20;
const tab = 0x09;
const newline = 0x0a;
const carriageReturn = 0x0d;

const openBracket = 0x5b;
const closeBracket = 0x5d;
const inlined = ' (inlined)';

/** What a line inside a sample is. */
export const lineClasses = { blank: 0, frame: 1, source: 2, branches: 3, other: 4 } as const;
export type LineClass = (typeof lineClasses)[keyof typeof lineClasses];

/**
 * Tells the lines of a sample apart by their bytes. A frame is `address symbol (dso)`, each part
 * optional but the indentation; `file.c:123` after a frame is its source line; `0x1/0x2/P/…` is the
 * branch stack, which says nothing about calls.
 */
export function classifyLine(bytes: Uint8Array, start: number, end: number): LineClass {
  const from = skipBlanks(bytes, start, end);
  let to = end;
  while (to > from && isBlank(bytes[to - 1] as number)) to--;
  if (from === to) return lineClasses.blank;
  if (isBranches(bytes, from, to)) return lineClasses.branches;
  const stop = hexEnd(bytes, from, to);
  const addressed = stop > from && (stop === to || bytes[stop] === space || bytes[stop] === tab);
  const closed = bytes[to - 1] === 0x29;
  if (addressed && (closed || bytes[start] === tab)) return lineClasses.frame;
  if (from === start) return lineClasses.other;
  if (isSource(bytes, from, to)) return lineClasses.source;
  if (closed && hasDso(bytes, from, to)) return lineClasses.frame;
  if (bytes[start] === tab && !addressed && noColon(bytes, from, to)) return lineClasses.frame;
  return lineClasses.other;
}

function isBlank(byte: number): boolean {
  return byte === space || byte === tab || byte === carriageReturn || byte === newline;
}

export function skipBlanks(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && isBlank(bytes[at] as number)) at++;
  return at;
}

/** The end of a run of lower-case hexadecimal digits, as perf prints addresses. */
export function hexEnd(bytes: Uint8Array, at: number, end: number): number {
  while (at < end) {
    const byte = bytes[at] as number;
    if (!((byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66))) break;
    at++;
  }
  return at;
}

/** `0x55d0/0x55e0/P/-/-/0 …` or `0x55d0(dso)/…`. */
function isBranches(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] !== 0x30 || bytes[from + 1] !== 0x78) return false;
  const stop = hexEnd(bytes, from + 2, to);
  return stop > from + 2 && (bytes[stop] === 0x2f || bytes[stop] === 0x28);
}

/** ` (/path` or ` ([name` somewhere before the closing parenthesis. */
function hasDso(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = to - 2; at > from; at--) {
    if (bytes[at - 1] !== 0x28 || bytes[at - 2] !== space) continue;
    const first = bytes[at];
    if (first === 0x2f || first === 0x5b || first === 0x69) return true;
  }
  return false;
}

/** `file.c:123`, perf's srcline: ends in a colon and a number, then perhaps ` (inlined)`. */
function isSource(bytes: Uint8Array, from: number, to: number): boolean {
  if (endsInlined(bytes, from, to)) to -= inlined.length;
  if (bytes[to - 1] === closeBracket) return isImageOffset(bytes, from, to);
  let at = to;
  while (at > from && (bytes[at - 1] as number) >= 0x30 && (bytes[at - 1] as number) <= 0x39) at--;
  return at < to && at > from && bytes[at - 1] === 0x3a;
}

/** `libc.so.6[1f0c]` or `[kernel.kallsyms][ffffffff8175016a]`, where the source is not known. */
function isImageOffset(bytes: Uint8Array, from: number, to: number): boolean {
  let at = to - 1;
  while (at > from && hexEnd(bytes, at - 1, at) === at) at--;
  return at < to - 1 && at - 1 > from && bytes[at - 1] === openBracket;
}

function endsInlined(bytes: Uint8Array, from: number, to: number): boolean {
  const start = to - inlined.length;
  if (start < from) return false;
  for (let at = 0; at < inlined.length; at++) {
    if (bytes[start + at] !== inlined.charCodeAt(at)) return false;
  }
  return true;
}

function noColon(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at + 1 < to; at++) {
    if (bytes[at] === 0x3a && bytes[at + 1] === space) return false;
  }
  return true;
}
