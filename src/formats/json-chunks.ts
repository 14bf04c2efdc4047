/** Pieces are joined up to this many characters before they are encoded: a call per piece is slow. */
const chunkLength = 1 << 16;

/**
 * Turns pieces of JSON text into chunks of bytes, so that a large file is never one string.
 * The caller supplies the punctuation.
 */
export function* jsonChunks(pieces: Iterable<string>): Iterable<Uint8Array> {
  const utf8 = new TextEncoder();
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length >= chunkLength) {
      yield utf8.encode(text);
      text = '';
    }
  }
  if (text !== '') yield utf8.encode(text);
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
