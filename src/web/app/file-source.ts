import { apiPaths, type ServedError } from '../../server/api.ts';
import { EngineError, type ProfileSource } from '../engine/engine.ts';

/**
 * A file that a person chose or dropped. The worker reads it; a recording of perf goes to the page's
 * server, if there is one, because only it can look up the symbols of this machine.
 */
export async function fileSource(file: File): Promise<ProfileSource> {
  const { name, size: sizeBytes } = file;
  const local: ProfileSource = { name, sizeBytes, blob: file, stream: async () => file.stream() };
  if (!location.protocol.startsWith('http') || !(await isPerfData(file))) return local;
  return { name, sizeBytes: undefined, stream: () => postedBytes(file) };
}

async function isPerfData(file: File): Promise<boolean> {
  const head = await file.slice(0, 8).text();
  return head === 'PERFILE2' || head === '2ELIFREP';
}

/** Answers that say there is no such server, only the page's files. */
const noServer: ReadonlySet<number> = new Set([404, 405, 501]);

async function postedBytes(file: File): Promise<ReadableStream<Uint8Array>> {
  const path = `${apiPaths.open}?name=${encodeURIComponent(file.name)}`;
  const answer = await fetch(path, { method: 'POST', body: file }).catch(() => undefined);
  if (answer === undefined || noServer.has(answer.status)) return file.stream();
  if (answer.ok) return answer.body ?? new Blob([]).stream();
  const { message, hint } = (await answer.json().catch(() => unexplained)) as ServedError;
  throw new EngineError(message, hint);
}

const unexplained: ServedError = { message: 'The server could not read it.', hint: '' };
