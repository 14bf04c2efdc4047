import { ToolError } from '../../base/tool-error.ts';
import type { Feature } from '../../perf/file-writer-features.ts';
import { encodeTracingData } from '../../perf/file-writer-tracing.ts';
import { readText } from '../process-files.ts';

/** Where tracefs is mounted, by itself and below debugfs. */
const mountPoints = ['/sys/kernel/tracing', '/sys/kernel/debug/tracing'];

/** What a reader of the file must know to understand these tracepoints. */
export function readTracingData(
  tracepoints: readonly { readonly system: string; readonly name: string }[],
  pageSize: number,
  tracefs: string = findTracefs(),
): Feature {
  return encodeTracingData({
    pageSize,
    headerPage: readTraceFile(tracefs, 'events/header_page'),
    headerEvent: readTraceFile(tracefs, 'events/header_event'),
    tracepoints: tracepoints.map(({ system, name }) => ({
      system,
      format: readTraceFile(tracefs, `events/${system}/${name}/format`),
    })),
  });
}

function findTracefs(): string {
  const found = mountPoints.find(
    (folder) => readText(`${folder}/events/header_page`) !== undefined,
  );
  return found ?? '/sys/kernel/tracing';
}

function readTraceFile(tracefs: string, file: string): string {
  const text = readText(`${tracefs}/${file}`);
  if (text !== undefined) return text;
  throw new ToolError('denied', `cannot read ${tracefs}/${file}: tracepoints need tracefs`, {
    hint: 'run as root, and mount it: mount -t tracefs nodev /sys/kernel/tracing',
  });
}
