import type { ByteInterner, InternedBytes } from '../../base/byte-interner.ts';
import type { Diagnostic } from '../../base/diagnostics.ts';
import type { DetachedPaths } from './path-tree.ts';
import type { DetachedSamples } from './sample-columns.ts';
import type { PerfScriptScanner } from './scanner.ts';

/** Everything read from one part of a file, as plain memory that another thread can be given. */
export interface DetachedScan {
  readonly paths: DetachedPaths;
  readonly samples: DetachedSamples;
  readonly threads: InternedBytes;
  readonly pidOffset: Int32Array<ArrayBuffer>;
  readonly events: InternedBytes;
  readonly eventHasPeriod: Int32Array<ArrayBuffer>;
  readonly header: string;
  readonly startNs: number;
  readonly endNs: number;
  readonly lostSamples: number;
  readonly diagnostics: readonly Diagnostic[];
}

export function detachScan(scanner: PerfScriptScanner): DetachedScan {
  return {
    paths: scanner.stacks.result.detach(),
    samples: scanner.samples.detach(),
    threads: scanner.threads.detach(),
    pidOffset: scanner.pidOffset.view().slice(),
    events: scanner.events.detach(),
    eventHasPeriod: scanner.eventHasPeriod.view().slice(),
    header: scanner.header,
    startNs: scanner.startNs,
    endNs: scanner.endNs,
    lostSamples: scanner.lostSamples,
    diagnostics: scanner.diagnostics.list(),
  };
}

/** Adds what another scanner read from the part of the file that follows this one's. */
export function absorbScan(scanner: PerfScriptScanner, other: DetachedScan): void {
  const path = scanner.stacks.result.absorb(other.paths);
  const thread = internAll(scanner.threads, other.threads);
  thread.forEach((here, there) => {
    if (here === scanner.pidOffset.length) scanner.pidOffset.push(other.pidOffset[there] as number);
  });
  const event = internAll(scanner.events, other.events);
  event.forEach((here, there) => {
    if (here === scanner.eventHasPeriod.length) scanner.eventHasPeriod.push(0);
    if (other.eventHasPeriod[there] === 1) scanner.eventHasPeriod.set(here, 1);
  });
  if (scanner.samples.path.length === 0) scanner.header += other.header;
  scanner.samples.absorb(other.samples, { path, thread, event });
  scanner.startNs = Math.min(scanner.startNs, other.startNs);
  scanner.endNs = Math.max(scanner.endNs, other.endNs);
  scanner.lostSamples += other.lostSamples;
  scanner.diagnostics.addAll(other.diagnostics);
}

function internAll(interner: ByteInterner, { arena, start }: InternedBytes): Int32Array {
  const view = new DataView(arena.buffer, arena.byteOffset, arena.byteLength);
  return Int32Array.from({ length: start.length - 1 }, (_, id) =>
    interner.intern(view, start[id] as number, start[id + 1] as number),
  );
}
