import type { ByteReader } from '../base/byte-reader.ts';
import { hexadecimal } from '../base/hexadecimal.ts';
import { type EventAttr, parseAttr } from './attr.ts';
import { miscBits } from './record-table.ts';

const utf8 = new TextDecoder('utf-8');
const buildIdField = 24;
const usualBuildIdSize = 20;

export interface DescribedEvent {
  readonly attr: EventAttr;
  readonly name: string;
  readonly ids: readonly number[];
}

export interface NamedBuildId {
  readonly path: string;
  readonly buildId: string;
}

/** u32 length, then that many bytes, padded with zeros (`do_write_string` of header.c). */
export function readFeatureText(reader: ByteReader, field: string): string {
  return untilZero(reader.take(reader.u32(`length of ${field}`), field));
}

/** CMDLINE: u32 count, then texts. */
export function readTextList(reader: ByteReader, field: string): string[] {
  const count = reader.u32(`count of ${field}`);
  const texts: string[] = [];
  for (let index = 0; index < count; index++) texts.push(readFeatureText(reader, field));
  return texts;
}

/** EVENT_DESC: what the events of the file are called. */
export function readEventDescriptions(reader: ByteReader): DescribedEvent[] {
  const count = reader.u32('count of events');
  const attrSize = reader.u32('attr size');
  const events: DescribedEvent[] = [];
  for (let index = 0; index < count; index++) {
    const attr = parseAttr(reader, attrSize);
    const idCount = reader.u32('count of ids');
    const name = readFeatureText(reader, 'event name');
    if (idCount * 8 > reader.remaining) throw reader.fail(`${idCount} ids of an event`);
    const ids = Array.from({ length: idCount }, () => Number(reader.u64('event id')));
    events.push({ attr, name, ids });
  }
  return events;
}

/** BUILD_ID: records of header, pid, 24 bytes that hold the id, path. */
export function readBuildIds(reader: ByteReader): NamedBuildId[] {
  const found: NamedBuildId[] = [];
  while (reader.remaining >= 12 + buildIdField) {
    reader.skip(4, 'type');
    const misc = reader.u16('misc');
    const size = reader.u16('size');
    if (size < 12 + buildIdField) throw reader.fail(`a build id record of ${size} bytes`);
    found.push(readBuildIdBody(reader.sub(size - 8, 'build id'), misc));
  }
  return found;
}

/** The same record in a pipe, from behind its header. */
export function readBuildIdBody(reader: ByteReader, misc: number): NamedBuildId {
  reader.skip(4, 'pid');
  const field = reader.take(buildIdField, 'build id');
  const stated = (misc & miscBits.buildIdSize) === 0 ? usualBuildIdSize : (field[20] ?? 0);
  const buildId = hexadecimal(field.subarray(0, Math.min(stated, usualBuildIdSize)));
  return { path: untilZero(reader.take(reader.remaining, 'path')), buildId };
}

/** CLOCK_DATA: when the clock of the samples read `clockNs`, it was `epochNs` since 1970. */
export function readClockData(reader: ByteReader): { clockNs: bigint; epochNs: bigint } {
  reader.skip(8, 'version and clock id');
  const epochNs = reader.u64('time of day');
  const clockNs = reader.u64('clock time');
  return { clockNs, epochNs };
}

/** simpleperf's META_INFO: key and value, each ended by a zero byte. */
export function readMetaInfo(reader: ByteReader): Map<string, string> {
  const texts = utf8.decode(reader.take(reader.remaining, 'meta info')).split('\0');
  const info = new Map<string, string>();
  for (let at = 0; at + 1 < texts.length; at += 2) info.set(texts[at] ?? '', texts[at + 1] ?? '');
  return info;
}

export function untilZero(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return utf8.decode(end < 0 ? bytes : bytes.subarray(0, end));
}
