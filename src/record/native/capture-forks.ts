import { recordTypes } from '../../perf/record-table.ts';
import type { Ring } from '../../platform/perf-events/ring.ts';

/**
 * Threads whose start stands in the rings: their parent was already watched, so they inherited its
 * events and must not be opened again, or they would count twice. Reads without consuming.
 */
export function findForkedThreads(rings: readonly Ring[]): Set<number> {
  const tids = new Set<number>();
  for (const { words, size, ...ring } of rings.map(positionsOf)) {
    const mask = words.length - 1;
    let word = (ring.tail % size) >>> 2;
    let left = ring.head - ring.tail;
    while (left >= 8) {
      const length = (words[(word + 1) & mask] as number) >>> 16;
      if (length < 8 || length > left) break;
      // FORK: header, pid, parent's pid, tid, parent's tid.
      if (words[word] === recordTypes.fork) tids.add(words[(word + 4) & mask] as number);
      word = (word + (length >>> 2)) & mask;
      left -= length;
    }
  }
  return tids;
}

function positionsOf(ring: Ring): {
  words: Uint32Array;
  size: number;
  tail: number;
  head: number;
} {
  return { words: ring.words, size: ring.size, tail: ring.tail(), head: ring.head() };
}
