import { rmSync, unlinkSync } from 'node:fs';
import { open, realpath, rename, stat, unlink } from 'node:fs/promises';
import process from 'node:process';
import { fileError } from './file-errors.ts';

/**
 * Writes a file so that it is either whole or absent: bytes go to a neighbour that is renamed when
 * all of them are on disk. Devices and pipes (`/dev/stdout`) are written in place, and a link stays one:
 * what it leads to is written.
 */
export async function writeOutputFile(
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<number> {
  const inPlace = await isSpecialFile(path);
  const real = inPlace ? path : await realpath(path).catch(() => path);
  const target = inPlace ? path : `${real}.${process.pid}.partial`;
  let size = 0;
  using _guard = removedOnSignal(inPlace ? undefined : target);
  try {
    const file = await open(target, 'w');
    try {
      for await (const chunk of chunks) size += await writeAll(file, chunk);
    } finally {
      await file.close();
    }
    if (!inPlace) await rename(target, real);
    return size;
  } catch (error) {
    if (!inPlace) await unlink(target).catch(() => undefined);
    throw isSystemError(error) ? fileError(path, 'write', error) : error;
  }
}

/** `write` may take fewer bytes than it was given. */
async function writeAll(
  file: { write(bytes: Uint8Array, offset: number): Promise<{ bytesWritten: number }> },
  chunk: Uint8Array,
): Promise<number> {
  let written = 0;
  while (written < chunk.length) written += (await file.write(chunk, written)).bytesWritten;
  return written;
}

async function isSpecialFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && !found.isFile();
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

/**
 * Until disposed of, an interrupt removes the unfinished file and then ends the process as it would
 * have. A command with a handler of its own, such as a recorder, decides by itself.
 */
function removedOnSignal(path: string | undefined): Disposable {
  const onSignal = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return;
    if (path !== undefined) unlinkSync(path);
    stop();
    process.kill(process.pid, signal);
  };
  // Who has a handler of its own may end the process in it.
  const onExit = (): void => {
    if (path !== undefined) rmSync(path, { force: true });
  };
  const stop = (): void => {
    for (const signal of signals) process.off(signal, onSignal);
    process.off('exit', onExit);
  };
  for (const signal of signals) process.on(signal, onSignal);
  process.on('exit', onExit);
  return { [Symbol.dispose]: stop };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
