import { ByteReader } from '../base/byte-reader.ts';
import { malformed } from '../base/tool-error.ts';

/** A tracepoint as the recording kernel described it. */
export interface Tracepoint {
  /** `sched:sched_switch`. */
  readonly name: string;
  /** What events of type tracepoint have as their config. */
  readonly id: number;
}

const part = 'tracing data';
const magic = '\x17\x08\x44tracing';

/**
 * The tracepoints of TRACING_DATA: layout of tools/perf/util/trace-event-read.c. What stands behind the
 * events (symbols and formats of printk) is not read. Numbers are in the byte order that it states itself.
 */
export function parseTracingData(bytes: Uint8Array): Tracepoint[] {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, magic.length));
  if (start !== magic) throw malformed(part, 0, 'the magic is missing');
  const found = bytes.indexOf(0, magic.length); // the version ends there
  const order = found < 0 ? undefined : bytes[found + 1];
  if (order === undefined) throw malformed(part, bytes.length, 'it ends in its header');
  const reader = new ByteReader(bytes, part, { littleEndian: order === 0 });
  reader.seek(found + 3, 'page size');
  reader.u32('page size');
  for (const name of ['header_page', 'header_event']) {
    if (text(reader, name) !== name) throw reader.fail(`no ${name}`);
    sized(reader, name);
  }
  skipOwnEvents(reader);
  return readSystems(reader);
}

/** ftrace's own events, which perf does not record. */
function skipOwnEvents(reader: ByteReader): void {
  const count = reader.u32('count of ftrace events');
  for (let event = 0; event < count; event++) sized(reader, 'ftrace event');
}

function readSystems(reader: ByteReader): Tracepoint[] {
  const tracepoints: Tracepoint[] = [];
  const systems = reader.u32('count of systems');
  for (let system = 0; system < systems; system++) {
    const name = text(reader, 'system');
    const events = reader.u32('count of events');
    for (let event = 0; event < events; event++) {
      const found = parseFormat(name, new TextDecoder().decode(sized(reader, 'event format')));
      if (found !== undefined) tracepoints.push(found);
    }
  }
  return tracepoints;
}

/** The text of a `format` file in tracefs. */
function parseFormat(system: string, format: string): Tracepoint | undefined {
  const name = /^name: (\S+)/m.exec(format)?.[1];
  const id = /^ID: (\d+)/m.exec(format)?.[1];
  if (name === undefined || id === undefined) return undefined;
  return { name: `${system}:${name}`, id: Number(id) };
}

function text(reader: ByteReader, field: string): string {
  const end = reader.bytes.indexOf(0, reader.offset);
  if (end < 0) throw reader.fail(`${field} does not end`);
  const found = new TextDecoder().decode(reader.take(end - reader.offset, field));
  reader.skip(1, field);
  return found;
}

function sized(reader: ByteReader, field: string): Uint8Array {
  return reader.take(reader.size(`size of ${field}`), field);
}
