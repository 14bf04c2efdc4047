import { crc32 } from '../../base/crc32.ts';
import { blockHeaderLength } from '../block-header.ts';
import { parseDirectory } from '../directory.ts';
import { encodeHeader, encodeTrailer } from '../frame.ts';
import { blockFixedBytes, headerBytes, trailerBytes } from '../layout-table.ts';

/**
 * The file with every checksum made right again, so that damage reaches what lies behind them.
 * Throws like a reader where the damage leaves nothing to find them by.
 */
export function repaired(bytes: Uint8Array): Uint8Array {
  const file = Uint8Array.from(bytes);
  if (file.length < headerBytes + trailerBytes) return file;
  const view = new DataView(file.buffer);
  file.set(encodeHeader());
  const end = file.length - trailerBytes;
  const directoryOffset = Math.min(Number(view.getBigUint64(end, true)), end);
  const directory = file.subarray(directoryOffset, end);
  for (const { blocks } of parseDirectory(directory, directoryOffset)) {
    for (const { offset, length } of blocks) {
      if (offset + length > end || length < blockFixedBytes) continue;
      const start = offset + blockHeaderLength(file.subarray(offset));
      view.setUint32(offset + 16, crc32(file.subarray(start, offset + length)), true);
      const fixed = crc32(file.subarray(offset, offset + blockFixedBytes - 4));
      const crc = crc32(file.subarray(offset + blockFixedBytes, start), fixed);
      view.setUint32(offset + blockFixedBytes - 4, crc, true);
    }
  }
  const directorySize = directory.length;
  file.set(encodeTrailer({ directoryOffset, directorySize, directoryCrc: crc32(directory) }), end);
  return file;
}
