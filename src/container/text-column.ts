import { ByteWriter } from '../base/byte-writer.ts';
import { malformed } from '../base/tool-error.ts';
import type { Section } from './section.ts';

/** Matches half of a surrogate pair standing alone, which UTF-8 cannot carry. */
const loneSurrogate = /\p{Surrogate}/u;
/** Texts are decoded this many bytes at a time, never as one big string. */
const groupBytes = 1 << 16;

/** The columns of a list of texts: byte lengths, UTF-8, and the few texts that UTF-8 cannot carry. */
export function textSections(name: string, texts: readonly string[]): Section[] {
  const lengths = new Int32Array(texts.length);
  const writer = new ByteWriter(groupBytes);
  const illFormed: [number, string][] = [];
  for (const [row, text] of texts.entries()) {
    if (loneSurrogate.test(text)) illFormed.push([row, text]);
    else {
      const before = writer.length;
      writer.text(text);
      lengths[row] = writer.length - before;
    }
  }
  const sections: Section[] = [
    { name: `${name}.length`, kind: 'i32', data: lengths },
    { name: `${name}.bytes`, kind: 'u8', data: writer.view() },
  ];
  if (illFormed.length > 0) {
    // JSON escapes lone surrogates, so its own bytes are well formed.
    const data = new TextEncoder().encode(JSON.stringify(illFormed));
    sections.push({ name: `${name}.illFormed`, kind: 'json', data });
  }
  return sections;
}

export interface TextColumns {
  readonly name: string;
  readonly lengths: Int32Array;
  readonly bytes: Uint8Array;
  /** Parsed JSON of `illFormed`, when there is one. */
  readonly illFormed: unknown;
  /** Where the bytes stand in the file, for errors. */
  readonly offset: number;
}

/** Fails unless the lengths cover the bytes exactly and every text is valid UTF-8. */
export function parseTexts(columns: TextColumns): string[] {
  const { lengths, bytes } = columns;
  const texts: string[] = [];
  let row = 0;
  let start = 0;
  while (row < lengths.length) {
    const firstRow = row;
    let end = start;
    // A group ends between two texts; a text longer than a group is one of its own.
    do {
      const length = lengths[row++] as number;
      if (length < 0 || end + length > bytes.length) throw fault(columns, `text ${row - 1} is cut`);
      end += length;
    } while (row < lengths.length && end - start < groupBytes);
    decodeGroup(columns, bytes.subarray(start, end), lengths.subarray(firstRow, row), texts);
    start = end;
  }
  if (start !== bytes.length)
    throw fault(columns, `${bytes.length - start} bytes belong to no text`);
  restoreIllFormed(columns, texts);
  return texts;
}

/** Slices one decoded string where every byte is a character, and decodes text by text elsewhere. */
function decodeGroup(
  columns: TextColumns,
  bytes: Uint8Array,
  lengths: Int32Array,
  texts: string[],
): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    const joined = utf8.decode(bytes);
    const isAscii = joined.length === bytes.length;
    let at = 0;
    for (const length of lengths) {
      const end = at + length;
      texts.push(isAscii ? joined.slice(at, end) : utf8.decode(bytes.subarray(at, end)));
      at = end;
    }
  } catch {
    throw fault(columns, `text ${texts.length} or one soon after it is not UTF-8`);
  }
}

function restoreIllFormed(columns: TextColumns, texts: string[]): void {
  if (columns.illFormed === undefined) return;
  if (!Array.isArray(columns.illFormed)) throw fault(columns, 'illFormed is not a list');
  for (const item of columns.illFormed as unknown[]) {
    const [row, text] = Array.isArray(item) ? (item as unknown[]) : [];
    const isKnownRow = typeof row === 'number' && texts[row] === '';
    if (!isKnownRow || typeof text !== 'string') throw fault(columns, 'illFormed names no text');
    texts[row] = text;
  }
}

function fault(columns: TextColumns, what: string): Error {
  return malformed(`${columns.name}.bytes`, columns.offset, what);
}
