import { ByteReader } from '../base/byte-reader.ts';
import { ByteWriter } from '../base/byte-writer.ts';
import { crc32 } from '../base/crc32.ts';
import { malformed, ToolError } from '../base/tool-error.ts';
import {
  blockFixedBytes,
  blockMagic,
  type Compression,
  compressions,
  mostRowsPerBlock,
  mostStreamsPerBlock,
  streamEntryBytes,
} from './layout-table.ts';

export interface StreamEntry {
  readonly compression: Compression;
  readonly rawSize: number;
  readonly storedSize: number;
}

/** What stands before the bytes of a block. Kind and encoding are numbers: they may be unknown. */
export interface BlockHeader {
  readonly section: string;
  readonly kind: number;
  readonly encoding: number;
  readonly rows: number;
  readonly payloadSize: number;
  readonly payloadCrc: number;
  readonly streams: readonly StreamEntry[];
}

export function encodeBlockHeader(header: BlockHeader): Uint8Array {
  const writer = new ByteWriter(128);
  const name = new TextEncoder().encode(header.section);
  writer.u32(blockMagic);
  writer.u8(header.kind);
  writer.u8(header.encoding);
  writer.u8(header.streams.length);
  writer.u8(name.length);
  writer.u32(header.rows);
  writer.u32(header.payloadSize);
  writer.u32(header.payloadCrc);
  writer.u32(0);
  writer.append(name);
  for (const stream of header.streams) {
    writer.u8(compressions.indexOf(stream.compression));
    writer.u32(stream.rawSize);
    writer.u32(stream.storedSize);
  }
  const bytes = writer.flush();
  new DataView(bytes.buffer).setUint32(blockFixedBytes - 4, headerCrc(bytes), true);
  return bytes;
}

/** The length of the header whose fixed part these bytes start with. */
export function blockHeaderLength(fixed: Uint8Array): number {
  return blockFixedBytes + (fixed[7] ?? 0) + (fixed[6] ?? 0) * streamEntryBytes;
}

/** Parses and checks a whole header that stands at `offset` of the file. */
export function parseBlockHeader(bytes: Uint8Array, offset: number): BlockHeader {
  const reader = new ByteReader(bytes, 'block header', { base: offset });
  if (reader.u32('magic') !== blockMagic) throw malformed('block header', offset, 'no block here');
  const kind = reader.u8('kind');
  const encoding = reader.u8('encoding');
  const streamCount = reader.u8('stream count');
  const nameLength = reader.u8('name length');
  const rows = reader.u32('rows');
  const payloadSize = reader.u32('payload size');
  const payloadCrc = reader.u32('payload checksum');
  const crc = reader.u32('header checksum');
  const section = reader.text(nameLength, 'section name');
  const entries = reader.take(streamCount * streamEntryBytes, 'streams');
  if (crc !== headerCrc(bytes)) throw malformed('block header', offset, 'checksum does not match');
  if (rows < 1 || rows > mostRowsPerBlock) {
    throw malformed(section, offset, `absurd row count ${rows}`);
  }
  if (streamCount > mostStreamsPerBlock) {
    throw malformed(section, offset, `absurd stream count ${streamCount}`);
  }
  const streams = parseStreams(entries, section, offset);
  const stored = streams.reduce((sum, stream) => sum + stream.storedSize, 0);
  if (stored !== payloadSize) {
    throw malformed(section, offset, 'the sizes of the streams do not add up');
  }
  return { section, kind, encoding, rows, payloadSize, payloadCrc, streams };
}

function parseStreams(bytes: Uint8Array, section: string, offset: number): StreamEntry[] {
  const reader = new ByteReader(bytes, section, { base: offset });
  const streams: StreamEntry[] = [];
  while (!reader.atEnd) {
    const code = reader.u8('compression');
    const rawSize = reader.u32('raw size');
    const storedSize = reader.u32('stored size');
    const compression = compressions[code];
    if (compression === undefined) {
      throw new ToolError(
        'unsupported-input',
        `${section} at 0x${offset.toString(16)}: compression ${code} is not known`,
        { section, offset, hint: 'read it with a newer Plateau' },
      );
    }
    // Rows are at most 2^20 and a stream holds at most a byte per row, or a small table.
    if (rawSize > mostRowsPerBlock) {
      throw malformed(section, offset, `absurd stream of ${rawSize} bytes`);
    }
    if (compression === 'stored' && rawSize !== storedSize) {
      throw malformed(section, offset, 'a stored stream whose two sizes differ');
    }
    streams.push({ compression, rawSize, storedSize });
  }
  return streams;
}

/** Over all of the header but the checksum itself. */
function headerCrc(bytes: Uint8Array): number {
  return crc32(bytes.subarray(blockFixedBytes), crc32(bytes.subarray(0, blockFixedBytes - 4)));
}
