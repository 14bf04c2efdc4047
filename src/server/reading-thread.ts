import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ToolError } from '../base/tool-error.ts';
import type { ReadJob, ReadMessage } from './read-job.ts';

/** What a job gave. */
export interface ReadResult {
  readonly pieces: readonly Uint8Array[];
  readonly formatName: string;
  readonly sourceNames: readonly string[];
}

/** Reads elsewhere; `stopped` gives up. Fails with a ToolError. */
export type ReadElsewhere = (
  job: ReadJob,
  onProgress: (bytes: number) => void,
  stopped: AbortSignal,
) => Promise<ReadResult>;

export const readInThread: ReadElsewhere = (job, onProgress, stopped) => {
  const program = new URL(`./read-worker${extname(import.meta.url)}`, import.meta.url);
  return new Promise((resolve, reject) => {
    if (stopped.aborted) return reject(givenUp(job));
    const worker = new Worker(program, { workerData: job });
    const pieces: Uint8Array[] = [];
    const stop = (): void => void worker.terminate();
    stopped.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: ReadMessage) => {
      if (message.kind === 'progress') onProgress(message.bytes);
      else if (message.kind === 'piece') pieces.push(message.bytes);
      else if (message.kind === 'done') resolve({ ...message, pieces });
      else reject(failedRead(message));
    });
    worker.once('error', (error) => reject(lostThread(job, error)));
    worker.once('exit', () => {
      stopped.removeEventListener('abort', stop);
      reject(stopped.aborted ? givenUp(job) : lostThread(job, 'it ended early'));
    });
  });
};

export function failedRead(message: ReadMessage & { readonly kind: 'failed' }): ToolError {
  return new ToolError('malformed-input', message.message, { hint: message.hint });
}

/** Memory is what a thread runs out of. */
function lostThread({ path }: ReadJob, reason: unknown): ToolError {
  const what = reason instanceof Error ? reason.message : String(reason);
  return new ToolError('too-large', `${path}: the thread that read it stopped: ${what}`, {
    hint: 'NODE_OPTIONS=--max-old-space-size=8192 gives it more memory',
  });
}

function givenUp({ path }: ReadJob): ToolError {
  return new ToolError('io', `${path}: reading was stopped`);
}
