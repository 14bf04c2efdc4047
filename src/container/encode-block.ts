import { planesFor, splitBytes, splitIntegers } from './byte-planes.ts';
import { findDictionary } from './dictionary.ts';
import { applyTransform, chooseTransform, holdsIntegers } from './integer-transform.ts';
import { bytesPerRow, type ColumnKind, rowsPerBlock } from './layout-table.ts';
import { type BlockDraft, bytesOf, type ColumnData } from './section.ts';

/** Chooses an encoding for each block from its data alone. Owns the memory this needs. */
export class BlockEncoder {
  readonly #values = new Float64Array(rowsPerBlock.f64);
  readonly #residuals = new Float64Array(rowsPerBlock.f64);

  encode(kind: ColumnKind, data: ColumnData): BlockDraft {
    const width = bytesPerRow[kind];
    const bytes = bytesOf(data);
    const rows = data.length;
    const words = width === 1 ? bytes : wordsOf(data);
    if (isConstant(words, width === 8 ? 2 : 1)) {
      return { encoding: 'constant', rows, streams: [bytes.slice(0, width)] };
    }
    if (width === 1) return { encoding: 'raw', rows, streams: [bytes] };
    const integers = this.#encodeIntegers(data);
    if (integers !== undefined && integers.streams.length <= 2) return integers;
    const dictionary = findDictionary(wordsOf(data), width === 8 ? 2 : 1);
    if (dictionary !== undefined) {
      return { encoding: 'dictionary', rows, streams: [dictionary.entries, dictionary.indices] };
    }
    return integers ?? { encoding: 'raw', rows, streams: splitBytes(bytes, width) };
  }

  /** Undefined when the column does not hold integers, or they are too far apart to gain. */
  #encodeIntegers(data: ColumnData): BlockDraft | undefined {
    if (!(data instanceof Int32Array || data instanceof Float64Array)) return undefined;
    const values = this.#values.subarray(0, data.length);
    values.set(data);
    if (data instanceof Float64Array && !holdsIntegers(values)) return undefined;
    const transform = chooseTransform(values, this.#residuals);
    const residuals = this.#residuals.subarray(0, data.length);
    const base = applyTransform(values, transform, residuals);
    if (base === undefined) return undefined;
    const parameters = bytesOf(Float64Array.of(base.least, base.first, base.second));
    const planes = splitIntegers(residuals, planesFor(base.largest), base.least);
    return { encoding: transform, rows: data.length, streams: [parameters, ...planes] };
  }
}

function isConstant(words: Uint8Array | Uint32Array, wordsPerRow: number): boolean {
  for (let at = wordsPerRow; at < words.length; at++) {
    if (words[at] !== words[at - wordsPerRow]) return false;
  }
  return true;
}

/** The column as 32-bit words; a copy where the memory is not aligned to them. */
function wordsOf(data: ColumnData): Uint32Array {
  const bytes = bytesOf(data);
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
