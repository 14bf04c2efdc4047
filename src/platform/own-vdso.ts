import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { type ByteSource, sourceOf } from '../object/byte-source.ts';

/**
 * The kernel's code in our own process. It has no file, but it is the same in every process of one boot
 * and one word size; its build id tells whether a recording saw the same one.
 */
export function readOwnVdso(): ByteSource | undefined {
  try {
    const maps = readFileSync('/proc/self/maps', 'latin1');
    const range = /^([0-9a-f]+)-([0-9a-f]+) .*\[vdso\]$/m.exec(maps);
    if (range === null) return undefined;
    const [start, end] = [Number.parseInt(range[1] ?? '', 16), Number.parseInt(range[2] ?? '', 16)];
    const bytes = new Uint8Array(end - start);
    const memory = openSync('/proc/self/mem', 'r');
    try {
      readSync(memory, bytes, 0, bytes.length, start);
    } finally {
      closeSync(memory);
    }
    return sourceOf(bytes);
  } catch {
    return undefined;
  }
}
