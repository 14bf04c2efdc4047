import { AssertionError, present } from '../base/assert.ts';
import { ToolError, type ToolErrorCode } from '../base/tool-error.ts';
import type { DetachedPart } from '../formats/format.ts';
import { findPartFormat } from '../formats/part-registry.ts';
import { FileRanges } from '../platform/file-range.ts';

/** What a thread is asked to read. */
export interface PartJob {
  readonly path: string;
  readonly format: string;
  readonly timeline: boolean;
  readonly addresses: boolean;
  readonly start: number;
  readonly end: number;
}

/** What it answers: errors as data, because classes do not cross threads. */
export type PartMessage =
  | { readonly part: DetachedPart }
  | { readonly code: ToolErrorCode | 'internal'; readonly message: string; readonly hint?: string };

export interface PartAnswer {
  readonly message: PartMessage;
  /** The memory that changes hands instead of being copied. */
  readonly transfer: ArrayBuffer[];
}

export function readPart(job: PartJob): PartAnswer {
  try {
    const reader = present(findPartFormat(job.format), 'part format').read(job);
    const file = present(FileRanges.open(job.path), 'regular file');
    try {
      file.forEachChunk(job.start, job.end, (chunk) => reader.push(chunk));
    } finally {
      file.close();
    }
    const part = reader.detach();
    return { message: { part }, transfer: [...buffersOf(part)] };
  } catch (error) {
    return { message: errorMessage(error, job.start), transfer: [] };
  }
}

function errorMessage(error: unknown, start: number): PartMessage {
  if (error instanceof ToolError) {
    const { code, message, hint, offset = 0 } = error;
    // The reader counts from where its part starts, the user from the start of the file.
    const [inPart, inFile] = [offset, start + offset].map((at) => `at 0x${at.toString(16)}:`);
    const placed = message.replace(inPart ?? '', inFile ?? '');
    return { code, message: placed, ...(hint === undefined ? {} : { hint }) };
  }
  return {
    code: 'internal',
    message: error instanceof Error ? (error.stack ?? '') : String(error),
  };
}

export function partOf(message: PartMessage): DetachedPart {
  if ('part' in message) return message.part;
  if (message.code === 'internal') throw new AssertionError(message.message);
  const details = message.hint === undefined ? {} : { hint: message.hint };
  throw new ToolError(message.code, message.message, details);
}

/** Every buffer below a value. */
function* buffersOf(value: unknown): Generator<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) yield value.buffer;
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* buffersOf(inner);
  }
}
