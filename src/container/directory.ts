import { ByteReader } from '../base/byte-reader.ts';
import { ByteWriter } from '../base/byte-writer.ts';

export interface BlockPlace {
  readonly offset: number;
  /** Header and payload. */
  readonly length: number;
  readonly rows: number;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: number;
  readonly rows: number;
  readonly blocks: readonly BlockPlace[];
}

/** Where every section and block stands: the last thing written, the first thing read. */
export function encodeDirectory(entries: readonly DirectoryEntry[]): Uint8Array {
  const writer = new ByteWriter();
  writer.u32(entries.length);
  for (const entry of entries) {
    const name = new TextEncoder().encode(entry.name);
    writer.u8(entry.kind);
    writer.u8(name.length);
    writer.append(name);
    writer.u64(BigInt(entry.rows));
    writer.u32(entry.blocks.length);
    for (const block of entry.blocks) {
      writer.u64(BigInt(block.offset));
      writer.u32(block.length);
      writer.u32(block.rows);
    }
  }
  return writer.flush();
}

export function parseDirectory(bytes: Uint8Array, offset: number): DirectoryEntry[] {
  const reader = new ByteReader(bytes, 'directory', { base: offset });
  const count = reader.u32('section count');
  const entries: DirectoryEntry[] = [];
  const names = new Set<string>();
  for (let index = 0; index < count; index++) {
    const entry = parseEntry(reader);
    if (names.has(entry.name)) throw reader.fail(`section ${entry.name} stands there twice`);
    names.add(entry.name);
    entries.push(entry);
  }
  if (!reader.atEnd) throw reader.fail('bytes after the last section');
  return entries;
}

function parseEntry(reader: ByteReader): DirectoryEntry {
  const kind = reader.u8('kind');
  const name = reader.text(reader.u8('name length'), 'name');
  const rows = reader.size('rows');
  const blockCount = reader.u32('block count');
  const blocks: BlockPlace[] = [];
  let sum = 0;
  for (let index = 0; index < blockCount; index++) {
    const offset = reader.size('block offset');
    const length = reader.u32('block length');
    const blockRows = reader.u32('block rows');
    if (offset <= (blocks.at(-1)?.offset ?? -1))
      throw reader.fail(`blocks of ${name} out of order`);
    blocks.push({ offset, length, rows: blockRows });
    sum += blockRows;
  }
  if (sum !== rows) throw reader.fail(`${name} has ${sum} rows in its blocks, not ${rows}`);
  return { name, kind, rows, blocks };
}
