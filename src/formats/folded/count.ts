const space = 0x20;
const tab = 0x09;
const utf8 = new TextDecoder('utf-8');
const numberPattern = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;
/** No count is written with more characters than this. */
const longestCount = 40;

/** Where the word that ends at `end` starts. */
export function wordStart(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] !== space && bytes[at - 1] !== tab) at--;
  return at;
}

/** The number written in bytes[start … end), NaN when there is none. */
export function countOf(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9 || end - start > 15) return unusualCount(bytes, start, end);
    value = value * 10 + digit;
  }
  return end > start ? value : Number.NaN;
}

function unusualCount(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > longestCount) return Number.NaN;
  const text = utf8.decode(bytes.subarray(start, end));
  const value = numberPattern.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

export function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  while (end > start) {
    const last = bytes[end - 1] as number;
    if (last !== space && last !== tab && last !== 0x0d && last !== 0x0a) break;
    end--;
  }
  return end;
}

/** `# text`, `#!…` and a lone `#`; `#name` is a frame, such as a private method of JavaScript. */
export function isComment(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] !== 0x23) return false;
  const next = bytes[start + 1];
  return start + 1 >= end || next === space || next === tab || next === 0x21 || next === 0x23;
}
