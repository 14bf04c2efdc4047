import type { ProtobufReader } from '../../base/protobuf-reader.ts';
import { malformed, ToolError } from '../../base/tool-error.ts';
import type { ProfileBuilder, StringIndex } from '../../profile/index.ts';
import type { Spans } from './field-index.ts';

/** ASCII strings are decoded this many bytes at a time, because each call to a decoder is dear. */
const batchBytes = 1 << 20;
/** No name is longer; beyond it a JavaScript engine refuses the string. */
const longestString = 1 << 28;

/** The string table of a file: file row to row of the profile. */
export class StringRows {
  readonly #rows: Int32Array;

  constructor(rows: Int32Array) {
    this.#rows = rows;
  }

  /** The profile's string for a number in the file. */
  at(row: number, reader: ProtobufReader, what: string): StringIndex {
    if (row < this.#rows.length) return this.#rows[row] as StringIndex;
    // A file without any string still may say "the empty one".
    if (row === 0) return 0 as StringIndex;
    throw reader.fail(`${what} is string ${row} of ${this.#rows.length}`);
  }
}

export function parseStrings(
  reader: ProtobufReader,
  spans: Spans,
  builder: ProfileBuilder,
): StringRows {
  if (spans.length > 0 && spans.start(0) !== spans.end(0)) {
    throw malformed('profile string table', spans.start(0), 'the first string is not empty');
  }
  const rows = new Int32Array(spans.length);
  const batch = new AsciiBatch(rows, builder, Math.min(batchBytes, reader.bytes.length));
  for (let row = 0; row < spans.length; row++) {
    const start = spans.start(row);
    const length = spans.end(row) - start;
    if (batch.add(reader.bytes, start, length, row)) continue;
    if (length > longestString) {
      throw new ToolError('too-large', `string ${row} has ${length} bytes`, {
        section: 'profile string table',
        offset: start,
      });
    }
    rows[row] = builder.string(decodeText(reader.bytes.subarray(start, start + length), builder));
  }
  batch.flush();
  return new StringRows(rows);
}

const strictUtf8 = { fatal: true, ignoreBOM: true } as const;

function decodeText(bytes: Uint8Array, builder: ProfileBuilder): string {
  try {
    return new TextDecoder('utf-8', strictUtf8).decode(bytes);
  } catch {
    builder.diagnostics.count('invalid-utf8', 'a string is not UTF-8; bad bytes show as \ufffd');
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }
}

/**
 * ASCII strings copied one after the other, decoded at once and cut apart again: in ASCII the
 * offsets of characters are those of bytes.
 */
class AsciiBatch {
  readonly #rows: Int32Array;
  readonly #builder: ProfileBuilder;
  readonly #bytes: Uint8Array;
  readonly #decoder = new TextDecoder('utf-8');
  #pending: number[] = [];
  #ends: number[] = [];
  #used = 0;

  constructor(rows: Int32Array, builder: ProfileBuilder, size: number) {
    this.#rows = rows;
    this.#builder = builder;
    this.#bytes = new Uint8Array(size);
  }

  /** False when the string is not ASCII or too long; then it is not taken. */
  add(source: Uint8Array, start: number, length: number, row: number): boolean {
    if (length > batchBytes / 8) return false;
    if (this.#used + length > this.#bytes.length) this.flush();
    const target = this.#bytes;
    let at = this.#used;
    let seen = 0;
    for (let from = start; from < start + length; from++) {
      const byte = source[from] as number;
      seen |= byte;
      target[at++] = byte;
    }
    if (seen >= 0x80) return false;
    this.#used = at;
    this.#pending.push(row);
    this.#ends.push(at);
    return true;
  }

  flush(): void {
    const text = this.#decoder.decode(this.#bytes.subarray(0, this.#used));
    let start = 0;
    for (let each = 0; each < this.#pending.length; each++) {
      const end = this.#ends[each] as number;
      this.#rows[this.#pending[each] as number] = this.#builder.string(text.slice(start, end));
      start = end;
    }
    this.#pending = [];
    this.#ends = [];
    this.#used = 0;
  }
}
