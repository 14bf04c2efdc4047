import { createReadStream } from 'node:fs';
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
