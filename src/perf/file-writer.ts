import { ByteWriter } from '../base/byte-writer.ts';
import { type EventAttr, encodeAttr } from './attr.ts';
import { attrSize } from './attr-table.ts';

/** An event as a file describes it: its attr, its name, and the ids its records carry. */
export interface FileEvent {
  readonly name: string;
  readonly attr: EventAttr;
  readonly ids: readonly bigint[];
}

/** A feature whose bytes lie somewhere in the file. */
export interface PlacedFeature {
  readonly feature: number;
  readonly offset: number;
  readonly size: number;
}

export const fileHeaderSize = 104;
/** Where in the file the size of the data section stands, to be brought up to date while recording. */
export const dataSizeOffset = 48;
/** Where the bits stand that say which features the table after the data lists. */
export const featureBitsOffset = 72;

const magic = 'PERFILE2';
const sectionSize = 16;

export interface FileStart {
  /** Header, ids and attrs; the header says that there are no data and no features yet. */
  readonly bytes: Uint8Array;
  readonly dataOffset: number;
}

/**
 * The start of a file, followed by `room` bytes for what comes before the data. Layout: header · ids ·
 * attrs · room · data · table of features. Only the table must follow the data (perf looks there), so
 * all that is known early goes into the room and survives a full disk.
 */
export function encodeFileStart(events: readonly FileEvent[], room: number): FileStart {
  const ids = new ByteWriter();
  const attrs = new ByteWriter();
  for (const event of events) {
    attrs.append(encodeAttr(event.attr));
    attrs.u64(BigInt(fileHeaderSize + ids.length));
    attrs.u64(BigInt(event.ids.length * 8));
    for (const id of event.ids) ids.u64(id);
  }
  const attrsOffset = fileHeaderSize + ids.length;
  const dataOffset = alignTo8(attrsOffset + attrs.length + room);
  const file = new ByteWriter(dataOffset);
  file.text(magic);
  file.u64(BigInt(fileHeaderSize));
  file.u64(BigInt(attrSize + sectionSize));
  section(file, attrsOffset, attrs.length);
  section(file, dataOffset, 0);
  section(file, 0, 0);
  file.append(encodeFeatureBits([]));
  file.append(ids.view());
  file.append(attrs.view());
  return { bytes: file.flush(), dataOffset };
}

/** One bit per feature, in 32 bytes. */
export function encodeFeatureBits(features: readonly number[]): Uint8Array {
  const bits = new Uint8Array(32);
  for (const feature of features)
    bits[feature >> 3] = (bits[feature >> 3] ?? 0) | (1 << (feature & 7));
  return bits;
}

/** What stands right after the data: where each feature is, in the order of their bits. */
export function encodeFeatureTable(features: readonly PlacedFeature[]): Uint8Array {
  const table = new ByteWriter(features.length * sectionSize);
  for (const { offset, size } of features.toSorted((a, b) => a.feature - b.feature)) {
    section(table, offset, size);
  }
  return table.flush();
}

function section(writer: ByteWriter, offset: number, size: number): void {
  writer.u64(BigInt(offset));
  writer.u64(BigInt(size));
}

export function alignTo8(size: number): number {
  return Math.ceil(size / 8) * 8;
}
