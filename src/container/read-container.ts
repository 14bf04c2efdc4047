import { crc32 } from '../base/crc32.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { malformed, ToolError } from '../base/tool-error.ts';
import { type BlockHeader, blockHeaderLength, parseBlockHeader } from './block-header.ts';
import type { ChunkedBytes } from './chunked-bytes.ts';
import type { Codec } from './codec.ts';
import { BlockDecoder } from './decode-block.ts';
import { type BlockPlace, type DirectoryEntry, parseDirectory } from './directory.ts';
import { findTrailer, parseHeader, type Version } from './frame.ts';
import {
  blockFixedBytes,
  bytesPerRow,
  type ColumnKind,
  columnKinds,
  encodings,
  expansion,
  freeBytes,
  headerBytes,
  paddingSection,
  trailerBytes,
} from './layout-table.ts';
import { type ColumnData, newColumn } from './section.ts';
import { workAhead } from './work-ahead.ts';

/** Blocks being inflated at once. */
const blocksInFlight = 8;

export interface ReadColumn {
  readonly kind: ColumnKind;
  readonly data: ColumnData;
  readonly blocks: readonly BlockPlace[];
}

/** Every known column of a file, checked against its checksums but not yet against the model. */
export interface Contents {
  readonly version: Version;
  readonly columns: ReadonlyMap<string, ReadColumn>;
  readonly directoryOffset: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads all sections for which `isKnown` holds; others are checked, skipped and counted. */
export async function parseContainer(
  file: ChunkedBytes,
  codec: Codec,
  isKnown: (section: string) => boolean,
): Promise<Contents> {
  const version = parseHeader(file.slice(0, headerBytes, 'file header'));
  const { entries, directoryOffset } = readDirectory(file);
  const diagnostics = new Diagnostics();
  const columns = new Map<string, ReadColumn>();
  for (const entry of entries) {
    if (entry.name === paddingSection) continue;
    const kind = columnKinds[entry.kind];
    if (!isKnown(entry.name)) {
      diagnostics.count('unknown-section', `section ${entry.name} is from a newer Plateau`);
    } else if (kind === undefined) {
      throw unsupported(entry.name, directoryOffset, `column kind ${entry.kind}`);
    } else
      columns.set(entry.name, { kind, data: newColumn(kind, entry.rows), blocks: entry.blocks });
  }
  const decoder = new BlockDecoder();
  const blocks = workAhead(blocksOf(entries), blocksInFlight, async ({ entry, place, row }) => {
    const header = readBlockHeader(file, entry, place);
    const payload = readPayload(file, header, place);
    const column = columns.get(entry.name);
    if (column === undefined) return;
    const streams = await inflateStreams(header, payload, place, codec);
    decodeInto(decoder, column, { header, streams, place, row });
  });
  for await (const _ of blocks);
  return { version, columns, directoryOffset, diagnostics: diagnostics.list() };
}

function readDirectory(file: ChunkedBytes): { entries: DirectoryEntry[]; directoryOffset: number } {
  const trailerOffset = file.length - trailerBytes;
  const trailer =
    trailerOffset < headerBytes
      ? undefined
      : findTrailer(file.slice(trailerOffset, trailerBytes, 'trailer'), trailerOffset);
  if (trailer === undefined) throw explainCut(file);
  const { directoryOffset, directorySize, directoryCrc } = trailer;
  const bytes = file.slice(directoryOffset, directorySize, 'directory');
  if (crc32(bytes) !== directoryCrc) {
    throw malformed('directory', directoryOffset, 'checksum does not match');
  }
  const entries = parseDirectory(bytes, directoryOffset);
  requireNoGaps(entries, directoryOffset);
  requireSizeRule(entries, file.length, directoryOffset);
  return { entries, directoryOffset };
}

/** Blocks fill the file from header to directory, so that no byte escapes the checksums. */
function requireNoGaps(entries: readonly DirectoryEntry[], directoryOffset: number): void {
  const places = entries.flatMap((entry) => entry.blocks);
  places.sort((a, b) => a.offset - b.offset);
  let end = headerBytes;
  for (const { offset, length } of places) {
    if (offset !== end) throw malformed('directory', directoryOffset, `no block at ${end}`);
    end = offset + length;
  }
  if (end !== directoryOffset) throw malformed('directory', directoryOffset, `no block at ${end}`);
}

function requireSizeRule(entries: readonly DirectoryEntry[], size: number, at: number): void {
  let decoded = 0;
  for (const { name, kind, rows } of entries) {
    const known = columnKinds[kind];
    if (name !== paddingSection && known !== undefined) decoded += rows * bytesPerRow[known];
  }
  if (decoded > freeBytes + expansion * size) {
    throw malformed('directory', at, `absurd row counts: ${decoded} bytes from a file of ${size}`);
  }
}

interface BlockTask {
  readonly entry: DirectoryEntry;
  readonly place: BlockPlace;
  /** The row of the column at which the block starts. */
  readonly row: number;
}

function* blocksOf(entries: readonly DirectoryEntry[]): Iterable<BlockTask> {
  for (const entry of entries) {
    let row = 0;
    for (const place of entry.blocks) {
      yield { entry, place, row };
      row += place.rows;
    }
  }
}

function readBlockHeader(
  file: ChunkedBytes,
  entry: DirectoryEntry,
  place: BlockPlace,
): BlockHeader {
  const fixed = file.slice(place.offset, blockFixedBytes, entry.name);
  const length = blockHeaderLength(fixed);
  const header = parseBlockHeader(file.slice(place.offset, length, entry.name), place.offset);
  const agrees =
    header.section === entry.name &&
    header.kind === entry.kind &&
    header.rows === place.rows &&
    length + header.payloadSize === place.length;
  if (!agrees) {
    throw malformed(entry.name, place.offset, 'the block is not the one the directory names');
  }
  return header;
}

function readPayload(file: ChunkedBytes, header: BlockHeader, place: BlockPlace): Uint8Array {
  const start = place.offset + place.length - header.payloadSize;
  const payload = file.slice(start, header.payloadSize, header.section);
  if (crc32(payload) !== header.payloadCrc) {
    throw malformed(header.section, place.offset, 'checksum does not match');
  }
  return payload;
}

async function inflateStreams(
  header: BlockHeader,
  payload: Uint8Array,
  place: BlockPlace,
  codec: Codec,
): Promise<Uint8Array[]> {
  let at = 0;
  const streams = header.streams.map(async ({ compression, rawSize, storedSize }) => {
    const stored = payload.subarray(at, at + storedSize);
    at += storedSize;
    return compression === 'stored' ? stored : await codec.inflate(stored, rawSize);
  });
  try {
    return await Promise.all(streams);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw malformed(header.section, place.offset, error.message);
  }
}

interface InflatedBlock {
  readonly header: BlockHeader;
  readonly streams: readonly Uint8Array[];
  readonly place: BlockPlace;
  readonly row: number;
}

function decodeInto(decoder: BlockDecoder, column: ReadColumn, block: InflatedBlock): void {
  const { header, streams, place, row } = block;
  const { rows, section } = header;
  const encoding = encodings[header.encoding];
  if (encoding === undefined) {
    throw unsupported(section, place.offset, `encoding ${header.encoding}`);
  }
  const into = column.data.subarray(row, row + rows);
  decoder.decode(column.kind, { encoding, rows, streams }, into, (what) =>
    malformed(section, place.offset, what),
  );
}

function unsupported(section: string, offset: number, what: string): ToolError {
  const message = `${section} at 0x${offset.toString(16)}: ${what} is not known`;
  const hint = 'the file is from a newer Plateau: update this one';
  return new ToolError('unsupported-input', message, { section, offset, hint });
}

/** Walks the blocks of a file without an end, to say in which of them it was cut. */
function explainCut(file: ChunkedBytes): ToolError {
  let section = 'file header';
  let offset = headerBytes;
  try {
    while (offset < file.length) {
      const length = blockHeaderLength(file.slice(offset, blockFixedBytes, 'block header'));
      const header = parseBlockHeader(file.slice(offset, length, 'block header'), offset);
      section = header.section;
      if (offset + length + header.payloadSize > file.length) break;
      offset += length + header.payloadSize;
    }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    section = `what follows ${section}`;
  }
  const where = Math.min(offset, file.length);
  return new ToolError(
    'malformed-input',
    `truncated ${section} at 0x${where.toString(16)}: the file ends at byte ${file.length} without its directory`,
    { section, offset: where, hint: 'copy the file again, or record again' },
  );
}
