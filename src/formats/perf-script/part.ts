import { LineCutter } from '../../base/line-cutter.ts';
import type { PartFormat } from '../format.ts';
import { detachScan } from './detached-scan.ts';
import { EventLine } from './event-line.ts';
import { classifyLine, lineClasses } from './line-class.ts';
import { PerfScriptScanner, type ScanOptions } from './scanner.ts';

const newline = 0x0a;
const carriageReturn = 0x0d;

/** A scanner behind a line cutter: what reads a whole file and what reads a part of one. */
export class ScriptPart {
  readonly scanner: PerfScriptScanner;
  readonly #cutter: LineCutter;

  constructor(options: ScanOptions) {
    this.scanner = new PerfScriptScanner(options);
    this.#cutter = new LineCutter('perf script text', (bytes, start, end) =>
      this.scanner.scan(bytes, start, end),
    );
  }

  push(chunk: Uint8Array): void {
    this.#cutter.push(chunk);
  }

  end(): void {
    this.#cutter.finish();
    this.scanner.finish();
  }
}

export const perfScriptParts: PartFormat = {
  name: 'perf-script',
  findStart,
  read(options) {
    const part = new ScriptPart(options);
    return {
      push: (chunk) => part.push(chunk),
      detach() {
        part.end();
        return detachScan(part.scanner);
      },
    };
  },
};

/** After a blank line; in text without call chains, which has none, between two such samples. */
function findStart(bytes: Uint8Array, from: number): number {
  const event = new EventLine();
  let flat = -1;
  let wholeLines = 0;
  for (let at = bytes.indexOf(newline, from) + 1; at > 0; at = bytes.indexOf(newline, at) + 1) {
    if (bytes[at] === newline) return at + 1;
    if (bytes[at] === carriageReturn && bytes[at + 1] === newline) return at + 2;
    const end = bytes.indexOf(newline, at);
    if (end < 0) break;
    if (!isWholeSample(event, bytes, at, end)) flat = -1;
    else if (flat < 0) flat = at;
    wholeLines = flat < 0 ? 0 : wholeLines + 1;
    if (wholeLines === enoughLines) return flat;
  }
  return -1;
}

/** So many samples of one line in a row are no accident. */
const enoughLines = 16;

function isWholeSample(event: EventLine, bytes: Uint8Array, start: number, end: number): boolean {
  if (!event.parse(bytes, start, end) || !event.isSure) return false;
  if (event.restEnd === event.restStart) return false;
  return classifyLine(bytes, event.restStart, event.restEnd) === lineClasses.frame;
}
