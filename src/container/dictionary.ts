import { mostDictionaryEntries } from './layout-table.ts';

/** Few distinct values: each once, and one byte per row that says which. */
export interface DictionaryColumn {
  /** The distinct rows of `width` bytes, in order of appearance. */
  readonly entries: Uint8Array;
  readonly indices: Uint8Array;
}

const sampleRows = 1024;
const promisingEntries = 64;
const slots = 1024;

/** Compares bit patterns, so that NaN and -0 are values like others. Undefined when there are many. */
export function findDictionary(
  words: Uint32Array,
  wordsPerRow: 1 | 2,
): DictionaryColumn | undefined {
  const rows = words.length / wordsPerRow;
  const sampled = collect(
    words.subarray(0, sampleRows * wordsPerRow),
    wordsPerRow,
    promisingEntries,
  );
  if (sampled === undefined) return undefined;
  return rows <= sampleRows ? sampled : collect(words, wordsPerRow, mostDictionaryEntries);
}

function collect(
  words: Uint32Array,
  wordsPerRow: 1 | 2,
  mostEntries: number,
): DictionaryColumn | undefined {
  const rows = words.length / wordsPerRow;
  const entries = new Uint32Array(mostEntries * wordsPerRow);
  const table = new Int32Array(slots).fill(-1);
  const indices = new Uint8Array(rows);
  let used = 0;
  for (let row = 0; row < rows; row++) {
    const low = words[row * wordsPerRow] as number;
    const high = wordsPerRow === 2 ? (words[row * 2 + 1] as number) : 0;
    let slot = (Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> 22) & (slots - 1);
    let entry = table[slot] as number;
    while (entry >= 0 && !isEntry(entries, entry, wordsPerRow, low, high)) {
      slot = (slot + 1) & (slots - 1);
      entry = table[slot] as number;
    }
    if (entry < 0) {
      if (used === mostEntries) return undefined;
      entry = used++;
      table[slot] = entry;
      entries[entry * wordsPerRow] = low;
      if (wordsPerRow === 2) entries[entry * 2 + 1] = high;
    }
    indices[row] = entry;
  }
  const filled = entries.subarray(0, used * wordsPerRow);
  return { entries: new Uint8Array(filled.buffer, 0, filled.byteLength), indices };
}

function isEntry(
  entries: Uint32Array,
  entry: number,
  wordsPerRow: 1 | 2,
  low: number,
  high: number,
): boolean {
  if (entries[entry * wordsPerRow] !== low) return false;
  return wordsPerRow === 1 || entries[entry * 2 + 1] === high;
}
