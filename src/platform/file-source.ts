import { ToolError } from '../base/tool-error.ts';
import type { ByteSource } from '../object/byte-source.ts';
import { FileRanges } from './file-range.ts';

/** An open file as a source of bytes; `using` closes it. */
export function openFileSource(path: string): ByteSource & Disposable {
  const file = FileRanges.open(path);
  if (file === undefined) {
    throw new ToolError('io', `cannot read ${path}: not a regular file`, { file: path });
  }
  return {
    size: file.size,
    read(offset, length) {
      const bytes = file.bytes(offset, length);
      if (bytes.length === length) return bytes;
      // The file shrank while it was open: what is gone reads as zeros, as a hole would.
      const padded = new Uint8Array(length);
      padded.set(bytes);
      return padded;
    },
    [Symbol.dispose]: () => file.close(),
  };
}
