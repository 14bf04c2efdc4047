import { ByteWriter } from '../base/byte-writer.ts';

const chunkBytes = 1 << 16;

/**
 * Turns pieces of JSON text into chunks of bytes, so that a large file is never one string.
 * The caller supplies the punctuation.
 */
export function* jsonChunks(pieces: Iterable<string>): Iterable<Uint8Array> {
  const writer = new ByteWriter(chunkBytes * 2);
  for (const piece of pieces) {
    writer.text(piece);
    if (writer.length >= chunkBytes) yield writer.flush();
  }
  if (writer.length > 0) yield writer.flush();
}

/** The items joined by commas. */
export function* commaSeparated<Item>(
  items: Iterable<Item>,
  show: (item: Item) => string,
): Iterable<string> {
  let separator = '';
  for (const item of items) {
    yield separator + show(item);
    separator = ',';
  }
}

/** A number as JSON: what JSON cannot say (NaN, Infinity) is 0. */
export function jsonNumber(value: number): string {
  return Number.isFinite(value) ? String(value) : '0';
}
