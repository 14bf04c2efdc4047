import { ByteWriter } from '../base/byte-writer.ts';
import { groupBy } from '../base/group-by.ts';
import type { Feature } from './file-writer-features.ts';
import { fileFeatures } from './record-table.ts';

/** The `format` file of one tracepoint. */
export interface TracepointFormat {
  readonly system: string;
  readonly format: string;
}

export interface TracingFacts {
  readonly pageSize: number;
  /** `events/header_page` and `events/header_event` of tracefs. */
  readonly headerPage: string;
  readonly headerEvent: string;
  readonly tracepoints: readonly TracepointFormat[];
}

/**
 * What perf needs to read the fields of tracepoints; without it, it refuses the file. Layout of
 * tools/perf/util/trace-event-info.c, version 0.6: magic, sizes, page and event headers, ftrace's own
 * events (none), events by system, kernel symbols and printk formats (none), saved command lines (none).
 */
export function encodeTracingData(facts: TracingFacts): Feature {
  const out = new ByteWriter();
  out.append(new Uint8Array([23, 8, 68]));
  out.text('tracing');
  out.text('0.6\0');
  out.u8(0);
  out.u8(8);
  out.u32(facts.pageSize);
  out.text('header_page\0');
  sized(out, facts.headerPage);
  out.text('header_event\0');
  sized(out, facts.headerEvent);
  out.u32(0);
  const bySystem = groupBy(facts.tracepoints, ({ system }) => system);
  out.u32(bySystem.size);
  for (const [system, formats] of bySystem) {
    out.text(`${system}\0`);
    out.u32(formats.length);
    for (const { format } of formats) sized(out, format);
  }
  out.u32(0);
  out.u32(0);
  out.u64(0n);
  return { feature: fileFeatures.tracingData, bytes: out.flush() };
}

function sized(out: ByteWriter, text: string): void {
  const bytes = new TextEncoder().encode(text);
  out.u64(BigInt(bytes.length));
  out.append(bytes);
}
