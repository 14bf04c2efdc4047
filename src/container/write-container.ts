import { crc32 } from '../base/crc32.ts';
import { encodeBlockHeader, type StreamEntry } from './block-header.ts';
import { hintFor } from './byte-statistics.ts';
import type { Codec, DeflateHint } from './codec.ts';
import { type BlockPlace, encodeDirectory } from './directory.ts';
import { BlockEncoder } from './encode-block.ts';
import { encodeHeader, encodeTrailer } from './frame.ts';
import {
  bytesPerRow,
  columnKinds,
  encodings,
  expansion,
  freeBytes,
  paddingSection,
  rowsPerBlock,
} from './layout-table.ts';
import type { BlockDraft, Section } from './section.ts';
import { workAhead } from './work-ahead.ts';

/** Blocks being compressed at once: enough for the threads of a pool, little memory. */
const blocksInFlight = 8;

interface WrittenSection {
  readonly section: Section;
  readonly blocks: BlockPlace[];
}

interface Drafted {
  readonly written: WrittenSection;
  readonly draft: BlockDraft;
}

/** The file in pieces, each made when it is asked for. */
export async function* encodeContainer(
  sections: Iterable<Section>,
  codec: Codec,
): AsyncGenerator<Uint8Array> {
  const written: WrittenSection[] = [];
  const header = encodeHeader();
  yield header;
  let offset = header.length;
  const finished = workAhead(draftsOf(sections, written), blocksInFlight, async (drafted) => {
    const { written: to, draft } = drafted;
    return { to, rows: draft.rows, bytes: await finishBlock(to.section, draft, codec) };
  });
  for await (const { to, rows, bytes } of finished) {
    to.blocks.push({ offset, length: bytes.length, rows });
    offset += bytes.length;
    yield bytes;
  }
  for (const { to, rows, bytes } of paddingFor(written, offset)) {
    to.blocks.push({ offset, length: bytes.length, rows });
    offset += bytes.length;
    yield bytes;
  }
  const directory = encodeDirectory(
    written.map(({ section: { name, kind, data }, blocks }) => {
      return { name, kind: columnKinds.indexOf(kind), rows: data.length, blocks };
    }),
  );
  yield directory;
  const directoryCrc = crc32(directory);
  yield encodeTrailer({ directoryOffset: offset, directorySize: directory.length, directoryCrc });
}

/** Every block of every section, encoded when it is asked for; lists the sections in `written`. */
function* draftsOf(sections: Iterable<Section>, written: WrittenSection[]): Iterable<Drafted> {
  const encoder = new BlockEncoder();
  for (const section of sections) {
    const entry: WrittenSection = { section, blocks: [] };
    written.push(entry);
    const { kind, data } = section;
    const step = rowsPerBlock[kind];
    for (let row = 0; row < data.length; row += step) {
      yield { written: entry, draft: encoder.encode(kind, data.subarray(row, row + step)) };
    }
  }
}

async function finishBlock(section: Section, draft: BlockDraft, codec: Codec): Promise<Uint8Array> {
  const isText = section.kind === 'u8' || section.kind === 'json';
  const streams = draft.streams.map((raw) => ({ raw, hint: isText ? 'text' : hintFor(raw) }));
  const packed = streams.map(({ raw, hint }) => compressStream(raw, hint, codec));
  return joinBlock(section, draft, await Promise.all(packed));
}

interface PackedStream {
  readonly entry: StreamEntry;
  readonly bytes: Uint8Array;
}

async function compressStream(
  raw: Uint8Array,
  hint: DeflateHint | undefined,
  codec: Codec,
): Promise<PackedStream> {
  const rawSize = raw.length;
  if (hint !== undefined && rawSize >= 32) {
    const bytes = await codec.deflate(raw, hint);
    const storedSize = bytes.length;
    if (storedSize < rawSize) {
      return { entry: { compression: 'deflate', rawSize, storedSize }, bytes };
    }
  }
  return { entry: { compression: 'stored', rawSize, storedSize: rawSize }, bytes: raw };
}

function joinBlock(
  section: Section,
  draft: BlockDraft,
  streams: readonly PackedStream[],
): Uint8Array {
  let payloadCrc = 0;
  let payloadSize = 0;
  for (const { bytes } of streams) {
    payloadCrc = crc32(bytes, payloadCrc);
    payloadSize += bytes.length;
  }
  const header = encodeBlockHeader({
    section: section.name,
    kind: columnKinds.indexOf(section.kind),
    encoding: encodings.indexOf(draft.encoding),
    rows: draft.rows,
    payloadSize,
    payloadCrc,
    streams: streams.map(({ entry }) => entry),
  });
  const block = new Uint8Array(header.length + payloadSize);
  block.set(header);
  let at = header.length;
  for (const { bytes } of streams) {
    block.set(bytes, at);
    at += bytes.length;
  }
  return block;
}

/** Stored zeros where the columns are so regular that the file would break the size rule. */
function* paddingFor(
  written: WrittenSection[],
  fileSize: number,
): Iterable<{ to: WrittenSection; rows: number; bytes: Uint8Array }> {
  const decoded = written.reduce(
    (sum, { section }) => sum + section.data.length * bytesPerRow[section.kind],
    0,
  );
  const missing = Math.ceil((decoded - freeBytes) / expansion) - fileSize;
  if (missing <= 0) return;
  const section: Section = { name: paddingSection, kind: 'u8', data: new Uint8Array(missing) };
  const to: WrittenSection = { section, blocks: [] };
  written.push(to);
  for (let row = 0; row < missing; row += rowsPerBlock.u8) {
    const bytes = new Uint8Array(Math.min(rowsPerBlock.u8, missing - row));
    const entry: StreamEntry = {
      compression: 'stored',
      rawSize: bytes.length,
      storedSize: bytes.length,
    };
    const rows = bytes.length;
    const draft: BlockDraft = { encoding: 'raw', rows, streams: [bytes] };
    yield { to, rows, bytes: joinBlock(section, draft, [{ entry, bytes }]) };
  }
}
