import { findByteOrder } from '../../perf/file-header.ts';
import type { Confidence } from '../format.ts';

/** Files and pipes, of either byte order, begin with the same magic. */
export function detectPerfData(head: Uint8Array): Confidence {
  return findByteOrder(head) === undefined ? 'no' : 'certain';
}
