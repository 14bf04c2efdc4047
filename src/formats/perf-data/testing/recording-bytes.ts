import { type EventAttr, emptyAttr, encodeAttr } from '../../../perf/attr.ts';
import { sampleBits } from '../../../perf/attr-table.ts';

/** A field: a number is a u64, `u32(…)` two u32, a text is padded to 8 bytes, bytes are themselves. */
export type Field = number | bigint | string | Uint8Array;

export interface MadeEvent {
  readonly attr: Partial<EventAttr>;
  readonly ids: readonly number[];
}

export interface MadeRecord {
  readonly type: number;
  readonly misc?: number;
  readonly fields: readonly Field[];
}

/** What most samples here have; records end with tid, time and identifier then. */
export const usualSample: number =
  sampleBits.identifier |
  sampleBits.ip |
  sampleBits.tid |
  sampleBits.time |
  sampleBits.period |
  sampleBits.callchain;

export function madeAttr(attr: Partial<EventAttr>): EventAttr {
  return {
    ...emptyAttr,
    type: 1,
    sampleType: usualSample,
    flags: new Set(['sampleIdAll', 'frequency']),
    ...attr,
  };
}

export function u32(low: number, high = 0): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function fieldBytes(fields: readonly Field[]): Uint8Array {
  return joined(fields.map(encodeField));
}

function encodeField(field: Field): Uint8Array {
  if (field instanceof Uint8Array) return field;
  if (typeof field === 'string') {
    const text = new TextEncoder().encode(field);
    const padded = new Uint8Array((text.length + 8) & ~7);
    padded.set(text);
    return padded;
  }
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, BigInt(field)), true);
  return bytes;
}

export function recordBytes({ type, misc = 0, fields }: MadeRecord): Uint8Array {
  const body = fieldBytes(fields);
  const header = new Uint8Array(8);
  const view = new DataView(header.buffer);
  view.setUint32(0, type, true);
  view.setUint16(4, misc, true);
  view.setUint16(6, 8 + body.length, true);
  return joined([header, body]);
}

/** A recording as `perf record -o -` writes it. */
export function pipeRecording(
  events: readonly MadeEvent[],
  records: readonly MadeRecord[],
): Uint8Array {
  const attrs = events.map(({ attr, ids }) =>
    recordBytes({ type: 64, fields: [encodeAttr(madeAttr(attr)), ...ids] }),
  );
  return joined([fieldBytes([magic, 16]), ...attrs, ...records.map(recordBytes)]);
}

const magic = new TextEncoder().encode('PERFILE2');

/** A recording as a file: header, ids, attr, data, table of sections, sections. */
export function fileRecording(
  event: MadeEvent,
  records: readonly MadeRecord[],
  sections: Readonly<Record<number, Uint8Array>> = {},
): Uint8Array {
  const ids = fieldBytes(event.ids);
  const attr = fieldBytes([encodeAttr(madeAttr(event.attr)), 104, ids.length]);
  const data = joined(records.map(recordBytes));
  const dataAt = 104 + ids.length + attr.length;
  const numbers = Object.keys(sections).map(Number);
  let sectionAt = dataAt + data.length + 16 * numbers.length;
  const table: number[] = [];
  for (const number of numbers) {
    const size = sections[number]?.length ?? 0;
    table.push(sectionAt, size);
    sectionAt += size;
  }
  const bits = numbers.reduce((sum, number) => sum | (1n << BigInt(number)), 0n);
  const bitmap = [0n, 64n, 128n, 192n].map((first) => BigInt.asUintN(64, bits >> first));
  const header = [
    magic,
    104,
    attr.length,
    104 + ids.length,
    attr.length,
    dataAt,
    data.length,
    0,
    0,
  ];
  return joined([
    fieldBytes([...header, ...bitmap]),
    ids,
    attr,
    data,
    fieldBytes(table),
    ...numbers.map((number) => sections[number] ?? new Uint8Array(0)),
  ]);
}
