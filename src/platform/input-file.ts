import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { fileError } from './file-errors.ts';

/** Large reads keep the number of system calls and of parser calls low. */
const readBytes = 1 << 20;

/** The bytes of a file in order. Opening fails at the first byte, with the reason in words. */
export async function* readInputFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: readBytes }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}

/** Bytes of a regular file; undefined for pipes, devices and what cannot be asked. */
export async function fileSize(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true ? found.size : undefined;
}

/** Says at once what reading would say later: there is no such file, or it may not be read. */
export async function requireReadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}
