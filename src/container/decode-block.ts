import { joinBytes, joinIntegers } from './byte-planes.ts';
import { type Transform, undoTransform } from './integer-transform.ts';
import { bytesPerRow, type ColumnKind, mostDictionaryEntries } from './layout-table.ts';
import { type BlockDraft, bytesOf, type ColumnData } from './section.ts';

/** Says what is wrong with the block; the caller knows where it stands. */
export type BlockFault = (what: string) => Error;

/** Decodes blocks, trusting nothing. Owns the memory this needs. */
export class BlockDecoder {
  #scratch = new Float64Array(0);

  /** Writes the rows of a block to `into`, which has exactly that many. */
  decode(kind: ColumnKind, block: BlockDraft, into: ColumnData, fault: BlockFault): void {
    const width = bytesPerRow[kind];
    switch (block.encoding) {
      case 'raw':
        requirePlanes(block.streams, block.rows, fault);
        if (block.streams.length !== width) throw fault(`${block.streams.length} byte planes`);
        joinBytes(block.streams, bytesOf(into));
        return;
      case 'constant':
        if (block.streams.length !== 1) throw fault('more than one stream in a constant');
        fillConstant(streamOfSize(block, 0, width, fault), into);
        return;
      case 'dictionary':
        decodeDictionary(block, width, into, fault);
        return;
      case 'offset':
      case 'delta':
      case 'delta2':
        if (into instanceof Float64Array) decodeIntegers(block, block.encoding, into, fault);
        else if (into instanceof Int32Array) this.#decodeInt32(block, block.encoding, into, fault);
        else throw fault(`${block.encoding} encoding of a column that is not numbers`);
    }
  }

  #decodeInt32(block: BlockDraft, transform: Transform, into: Int32Array, fault: BlockFault): void {
    const { least, planes } = integerParts(block, fault);
    if (transform === 'offset' && planes.length <= 3 && fitsOffsets(least)) {
      joinOffsets(planes, least, into);
      return;
    }
    if (this.#scratch.length < block.rows) this.#scratch = new Float64Array(block.rows);
    const values = this.#scratch.subarray(0, block.rows);
    decodeIntegers(block, transform, values, fault);
    for (let row = 0; row < block.rows; row++) {
      const value = values[row] as number;
      const narrow = value | 0;
      into[row] = narrow;
      if (narrow !== value) throw fault(`row ${row} does not fit 32 bits`);
    }
  }
}

interface IntegerParts {
  readonly least: number;
  readonly first: number;
  readonly second: number;
  readonly planes: readonly Uint8Array[];
}

function integerParts(block: BlockDraft, fault: BlockFault): IntegerParts {
  const parameters = new Float64Array(new Uint8Array(streamOfSize(block, 0, 24, fault)).buffer);
  const [least = 0, first = 0, second = 0] = parameters;
  if (![least, first, second].every(Number.isSafeInteger)) throw fault('parameters out of range');
  const planes = block.streams.slice(1);
  requirePlanes(planes, block.rows, fault);
  if (planes.length > 7) throw fault(`${planes.length} byte planes`);
  return { least, first, second, planes };
}

function decodeIntegers(
  block: BlockDraft,
  transform: Transform,
  into: Float64Array,
  fault: BlockFault,
): void {
  const { planes, ...base } = integerParts(block, fault);
  joinIntegers(planes, into);
  undoTransform(into, transform, base);
}

/** Whether every sum with three bytes fits 32 bits, so that no row needs to be looked at. */
function fitsOffsets(least: number): boolean {
  return least >= -(2 ** 31) && least + 2 ** 24 <= 2 ** 31;
}

/** Row numbers are mostly like this: up to three bytes above the least, in one pass. Hot loop. */
function joinOffsets(planes: readonly Uint8Array[], least: number, into: Int32Array): void {
  const [low, middle, high] = planes;
  if (low === undefined) {
    into.fill(least);
  } else if (middle === undefined) {
    for (let row = 0; row < into.length; row++) into[row] = least + (low[row] as number);
  } else if (high === undefined) {
    for (let row = 0; row < into.length; row++) {
      into[row] = least + ((low[row] as number) | ((middle[row] as number) << 8));
    }
  } else {
    for (let row = 0; row < into.length; row++) {
      const upper = ((middle[row] as number) << 8) | ((high[row] as number) << 16);
      into[row] = least + ((low[row] as number) | upper);
    }
  }
}

function decodeDictionary(
  block: BlockDraft,
  width: number,
  into: ColumnData,
  fault: BlockFault,
): void {
  const [entries, indices] = block.streams;
  if (entries === undefined || indices === undefined || block.streams.length !== 2) {
    throw fault(`${block.streams.length} streams in a dictionary`);
  }
  const count = entries.length / width;
  if (!Number.isInteger(count) || count > mostDictionaryEntries) throw fault('dictionary size');
  requirePlanes([indices], block.rows, fault);
  for (let row = 0; row < block.rows; row++) {
    const entry = indices[row] as number;
    if (entry >= count) throw fault(`row ${row} names dictionary entry ${entry} of ${count}`);
  }
  // A copy is aligned to words. Not `slice`: Node's Buffer, which a codec may return, does not copy.
  copyEntries(new Uint8Array(entries), indices, width, bytesOf(into));
}

/** Copies bit patterns, not numbers, so that no NaN is made another. Hot loop. */
function copyEntries(
  entries: Uint8Array<ArrayBuffer>,
  indices: Uint8Array,
  width: number,
  bytes: Uint8Array,
): void {
  if (width === 1) {
    for (let row = 0; row < indices.length; row++) {
      bytes[row] = entries[indices[row] as number] as number;
    }
    return;
  }
  const from = new Uint32Array(entries.buffer);
  const to = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  if (width === 4) {
    for (let row = 0; row < indices.length; row++) to[row] = from[indices[row] as number] as number;
    return;
  }
  for (let row = 0, at = 0; row < indices.length; row++, at += 2) {
    const entry = (indices[row] as number) * 2;
    to[at] = from[entry] as number;
    to[at + 1] = from[entry + 1] as number;
  }
}

function fillConstant(value: Uint8Array, into: ColumnData): void {
  const bytes = bytesOf(into);
  bytes.set(value);
  // Copies what is filled already, so that the work doubles with each step.
  for (let filled = value.length; filled < bytes.length; filled *= 2) {
    bytes.copyWithin(filled, 0, Math.min(filled, bytes.length - filled));
  }
}

function requirePlanes(planes: readonly Uint8Array[], rows: number, fault: BlockFault): void {
  for (const plane of planes) {
    if (plane.length !== rows) throw fault(`a byte plane of ${plane.length} for ${rows} rows`);
  }
}

function streamOfSize(
  block: BlockDraft,
  index: number,
  size: number,
  fault: BlockFault,
): Uint8Array {
  const stream = block.streams[index];
  if (stream === undefined || stream.length !== size) {
    throw fault(`stream ${index} is not of ${size} bytes`);
  }
  return stream;
}
