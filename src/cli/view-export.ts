import { resolve } from 'node:path';
import type { Host } from '../platform/host.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import { readPageFile } from '../platform/page-file.ts';
import { type EmbeddedProfile, encodeReport, type ReadJob, readInThread } from '../server/index.ts';

/** A file and how the page calls it. */
export interface NamedFile {
  readonly name: string;
  readonly path: string;
}

/** What every file of this command line is read with. */
export function readSettings(host: Host): Omit<ReadJob, 'path' | 'want'> {
  const { cwd, env, symbols = {} } = host;
  return { cwd, env: { ...env }, symbols };
}

/** Writes the page with the files inside; gives its size, 0 for standard output. */
export async function exportReport(
  host: Host,
  files: readonly NamedFile[],
  output: string,
): Promise<number> {
  const page = await readPageFile();
  const profiles: EmbeddedProfile[] = [];
  for (const { name, path } of files) profiles.push({ name, pieces: await packed(host, path) });
  const chunks = encodeReport(page, profiles);
  if (output !== '-') return await writeOutputFile(resolve(host.cwd, output), chunks);
  for (const chunk of chunks) await host.stdout.write(chunk);
  return 0;
}

/** Compressed: a report is kept and sent. */
async function packed(host: Host, path: string): Promise<readonly Uint8Array[]> {
  const job = { ...readSettings(host), path, want: 'packed' } as const;
  const onProgress = (bytes: number): void => host.progress?.advance(path, bytes, undefined);
  const { pieces } = await readInThread(job, onProgress, new AbortController().signal);
  host.progress?.done();
  return pieces;
}
