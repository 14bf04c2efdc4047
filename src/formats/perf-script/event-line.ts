const space = 0x20;
const tab = 0x09;
const newline = 0x0a;
const carriageReturn = 0x0d;
const colon = 0x3a;
const slash = 0x2f;
const dot = 0x2e;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const zero = 0x30;

/**
 * One event line, `comm pid/tid [cpu] time: period event: rest`, taken apart as positions in the
 * bytes. One object is reused for every line, because there is one per sample. perf has no grammar:
 * every field but comm and pid may be missing, and comm may hold spaces, digits and colons.
 */
export class EventLine {
  /** The line has a CPU or a time, so that it cannot be anything else. */
  isSure = false;
  /** `comm … pid/tid`: the identity of the thread. */
  threadStart = 0;
  threadEnd = 0;
  /** Where the pid starts, so that comm is what stands before it; `threadEnd` when it is missing. */
  pidStart = 0;
  cpu = -1;
  /** NaN = the line has none. */
  timeNs: number = Number.NaN;
  period: number = Number.NaN;
  /** Without the closing colon; empty = the line has none. */
  eventStart = 0;
  eventEnd = 0;
  /** What follows the event, without surrounding blanks. */
  restStart = 0;
  restEnd = 0;

  /** Takes apart bytes[start … end), which holds no line end. False = not an event line. */
  parse(bytes: Uint8Array, start: number, end: number): boolean {
    end = trimEnd(bytes, start, end);
    start = skipBlanks(bytes, start, end);
    if (!this.#findThread(bytes, start, end)) return false;
    let at = skipBlanks(bytes, this.threadEnd, end);
    this.cpu = -1;
    this.timeNs = Number.NaN;
    // Between pid and time stand the CPU and, with -F +misc and its like, words nobody needs.
    for (let token = at; token < end; token = skipBlanks(bytes, token, end)) {
      const stop = tokenEnd(bytes, token, end);
      if (isCpu(bytes, token, stop)) {
        this.cpu = digits(bytes, token + 1, stop - 1);
        at = stop;
      } else if (isTime(bytes, token, stop)) {
        this.timeNs = timeOf(bytes, token, stop - 1);
        at = stop;
        break;
      } else if (bytes[stop - 1] === colon) break;
      token = stop;
    }
    this.#parseEvent(bytes, skipBlanks(bytes, at, end), end);
    return true;
  }

  /** `period event: rest`, each of which may be missing. */
  #parseEvent(bytes: Uint8Array, at: number, end: number): void {
    this.period = Number.NaN;
    let stop = tokenEnd(bytes, at, end);
    if (stop > at && isNumber(bytes, at, stop)) {
      // The kernel counts in 64 bits: more digits than that are no period.
      const period = digits(bytes, at, stop);
      if (period < 2 ** 64) this.period = period;
      at = skipBlanks(bytes, stop, end);
      stop = tokenEnd(bytes, at, end);
    }
    this.eventStart = at;
    this.eventEnd = at;
    if (stop > at && bytes[stop - 1] === colon) {
      this.eventEnd = stop - 1;
      at = stop;
    }
    this.restStart = skipBlanks(bytes, at, end);
    this.restEnd = end;
  }

  /**
   * The pid is the first number after comm that is followed by `[cpu]` or `time:`. Lines with
   * fewer fields: `comm time:`, then `comm pid event:`, then `comm pid` alone.
   */
  #findThread(bytes: Uint8Array, start: number, end: number): boolean {
    let found = false;
    let token = skipBlanks(bytes, tokenEnd(bytes, start, end), end);
    let before = tokenEnd(bytes, start, end);
    this.isSure = true;
    this.threadStart = start;
    while (token < end) {
      const stop = tokenEnd(bytes, token, end);
      const next = skipBlanks(bytes, stop, end);
      if (isPid(bytes, token, stop)) {
        const isSure = startsCpuOrTime(bytes, next, end);
        if (isSure || !found) {
          this.pidStart = token;
          this.threadEnd = stop;
          found = true;
        }
        if (isSure) return true;
      } else if (!found && isTime(bytes, token, stop)) {
        this.pidStart = before;
        this.threadEnd = before;
        return true;
      }
      before = stop;
      token = next;
    }
    this.isSure = false;
    return found && this.#endsOrNamesEvent(bytes, end);
  }

  /** Without CPU and time only the event's colon, or nothing more, tells an event line from prose. */
  #endsOrNamesEvent(bytes: Uint8Array, end: number): boolean {
    let token = skipBlanks(bytes, this.threadEnd, end);
    if (token === end) return true;
    for (let words = 0; words < 3 && token < end; words++) {
      const stop = tokenEnd(bytes, token, end);
      if (bytes[stop - 1] === colon) return true;
      token = skipBlanks(bytes, stop, end);
    }
    return false;
  }
}

function skipBlanks(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && (bytes[at] === space || bytes[at] === tab)) at++;
  return at;
}

function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  while (end > start) {
    const last = bytes[end - 1] as number;
    if (last !== space && last !== tab && last !== carriageReturn && last !== newline) break;
    end--;
  }
  return end;
}

function tokenEnd(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && bytes[at] !== space && bytes[at] !== tab) at++;
  return at;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= 0x39;
}

function isNumber(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isDigit(bytes[at])) return false;
  return end > start;
}

/** `1234`, `1234/1240`, or -1 for a thread perf lost track of. */
function isPid(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === 0x2d) start++;
  let slashAt = -1;
  for (let at = start; at < end; at++) {
    if (isDigit(bytes[at])) continue;
    if (bytes[at] !== slash || slashAt >= 0) {
      if (bytes[at] !== 0x2d || at !== slashAt + 1) return false;
      continue;
    }
    slashAt = at;
  }
  return slashAt < 0 ? end > start : slashAt > start && end > slashAt + 1;
}

/** `[002]` */
function isCpu(bytes: Uint8Array, start: number, end: number): boolean {
  return (
    bytes[start] === openBracket &&
    bytes[end - 1] === closeBracket &&
    isNumber(bytes, start + 1, end - 1)
  );
}

/** `6544038.708352:` */
function isTime(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[end - 1] !== colon || !isDigit(bytes[start])) return false;
  let dots = 0;
  for (let at = start; at < end - 1; at++) {
    if (bytes[at] === dot) dots++;
    else if (!isDigit(bytes[at])) return false;
  }
  return dots === 1 && bytes[end - 2] !== dot;
}

function startsCpuOrTime(bytes: Uint8Array, at: number, end: number): boolean {
  const stop = tokenEnd(bytes, at, end);
  return isCpu(bytes, at, stop) || isTime(bytes, at, stop);
}

export function digits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + (bytes[at] as number) - zero;
  return value;
}

/** Seconds with 6 or 9 decimals, in nanoseconds. */
function timeOf(bytes: Uint8Array, start: number, end: number): number {
  let seconds = 0;
  let at = start;
  for (; bytes[at] !== dot; at++) seconds = seconds * 10 + (bytes[at] as number) - zero;
  let scale = 1e9;
  let fraction = 0;
  for (at++; at < end && scale > 1; at++) {
    fraction = fraction * 10 + (bytes[at] as number) - zero;
    scale /= 10;
  }
  return seconds * 1e9 + fraction * scale;
}
