import type { ReadMessage } from '../read-job.ts';
import { runReadJob } from '../read-job.ts';
import { failedRead, type ReadElsewhere } from '../reading-thread.ts';

/** Reads in this thread: tests run the sources, which no thread of Node 20 can load. */
export const readHere: ReadElsewhere = async (job, onProgress) => {
  const messages: ReadMessage[] = [];
  await runReadJob(job, (message) => {
    messages.push(message);
    if (message.kind === 'progress') onProgress(message.bytes);
  });
  const last = messages.at(-1);
  if (last?.kind === 'failed') throw failedRead(last);
  if (last?.kind !== 'done') throw new Error('the job ended without a result');
  return {
    ...last,
    pieces: messages.flatMap((each) => (each.kind === 'piece' ? [each.bytes] : [])),
  };
};
