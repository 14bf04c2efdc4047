import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type DetachedPart,
  detectBytes,
  type PartFormat,
  type ProfileReader,
} from '../formats/format.ts';
import { preferQuickCompilation } from '../platform/engine-flags.ts';
import type { FileRanges } from '../platform/file-range.ts';
import { type PartJob, type PartMessage, partOf } from './part-job.ts';

/** Reads one part elsewhere. */
export type ReadElsewhere = (job: PartJob) => Promise<DetachedPart>;

export interface PartsOptions {
  readonly timeline: boolean;
  readonly addresses: boolean;
  readonly readElsewhere?: ReadElsewhere;
  readonly threads?: number;
  /** Smaller parts are not worth a thread. */
  readonly smallestPart?: number;
  readonly onRead?: (bytes: number) => void;
}

const smallestPart = 16 * 2 ** 20;
/** More threads than this wait for memory and for joining the parts. */
const mostThreads = 4;
/** What this thread reads while the others start. */
const headStartBytes = 24 * 2 ** 20;
/** A place to cut is looked for within this many bytes. */
const searchBytes = 1 << 20;

/**
 * Reads a file into `reader` on several threads: this one takes the first part. Returns false,
 * having read nothing, when the file is small or offers no place to cut.
 */
export async function readInParts(
  file: FileRanges,
  format: PartFormat,
  reader: ProfileReader,
  options: PartsOptions,
): Promise<boolean> {
  const starts = chooseStarts(file, format, options);
  if (starts.length < 2 || reader.absorb === undefined) return false;
  preferQuickCompilation();
  const readElsewhere = options.readElsewhere ?? readInThread;
  const others = starts.slice(1).map((start, index) => {
    const end = starts[index + 2] ?? file.size;
    const { timeline, addresses } = options;
    return readElsewhere({ path: file.path, format: format.name, timeline, addresses, start, end });
  });
  // Whatever fails first is reported; the rest must not fail unheard.
  for (const other of others) other.catch(() => undefined);
  let read = 0;
  file.forEachChunk(0, starts[1] ?? file.size, (chunk) => {
    reader.push(chunk);
    read += chunk.length;
    options.onRead?.(Math.min(file.size, read * starts.length));
  });
  reader.prepare?.();
  for (const other of others) reader.absorb(await other);
  return true;
}

function chooseStarts(file: FileRanges, format: PartFormat, options: PartsOptions): number[] {
  const smallest = options.smallestPart ?? smallestPart;
  const threads = options.threads ?? Math.min(mostThreads, availableParallelism());
  const parts = Math.min(threads, Math.floor(file.size / smallest));
  const starts = [0];
  if (parts < 2 || format.canCut?.(file.bytes(0, detectBytes)) === false) return starts;
  const headStart = Math.min(headStartBytes, file.size / 8);
  const size = (file.size - headStart) / parts;
  for (let part = 1; part < parts; part++) {
    const wanted = Math.floor(headStart + part * size);
    const found = format.findStart(file.bytes(wanted, searchBytes), 0);
    if (found >= 0 && wanted + found < file.size) starts.push(wanted + found);
  }
  return starts;
}

function readInThread(job: PartJob): Promise<DetachedPart> {
  const program = new URL(`./part-worker${extname(import.meta.url)}`, import.meta.url);
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData: job });
    worker.once('message', (message: PartMessage) => {
      try {
        resolve(partOf(message));
      } catch (error) {
        reject(error);
      }
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error(`the thread reading ${job.path} ended early`)));
  });
}
