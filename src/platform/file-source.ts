import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '../object/byte-source.ts';
import { fileError } from './file-errors.ts';

/** An open file as a source of bytes; `using` closes it. */
export type FileSource = ByteSource & Disposable;

export function openFileSource(path: string): FileSource {
  const descriptor = refused(path, () => openSync(path, 'r'));
  return {
    size: refused(path, () => fstatSync(descriptor).size),
    read(offset, length) {
      const bytes = new Uint8Array(length);
      let filled = 0;
      while (filled < length) {
        const more = refused(path, () =>
          readSync(descriptor, bytes, filled, length - filled, offset + filled),
        );
        // The file shrank while it was open: what is gone reads as zeros, as a hole would.
        if (more === 0) break;
        filled += more;
      }
      return bytes;
    },
    [Symbol.dispose]: () => closeSync(descriptor),
  };
}

function refused<Result>(path: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}
