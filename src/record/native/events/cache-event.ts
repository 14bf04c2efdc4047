import { cacheOperations, cacheResults, caches } from './cache-events-table.ts';

/**
 * `L1-dcache-load-misses`, `LLC-misses`, `dTLB-store`: a cache, then an operation and a result, both of
 * which may be missing (loads, references), in perf's own reading.
 */
export function findCacheConfig(name: string): bigint | undefined {
  const lower = name.toLowerCase();
  const cache = startOf(lower, caches);
  if (cache === undefined) return undefined;
  const first = partAfter(cache.rest);
  // `L1-dcache` alone is its loads; anything else must be words of the tables.
  if (first === '') return cacheConfig(cache.row, 0, 0);
  if (first === undefined) return undefined;
  const operation = startOf(first, cacheOperations);
  const rest = operation === undefined ? first : partAfter(operation.rest);
  if (rest === undefined) return undefined;
  const row = operation?.row ?? 0;
  if (rest === '') return cacheConfig(cache.row, row, 0);
  const result = cacheResults.findIndex((words) =>
    words.some((word) => word.toLowerCase() === rest),
  );
  return result < 0 ? undefined : cacheConfig(cache.row, row, result);
}

function cacheConfig(cache: number, operation: number, result: number): bigint {
  return BigInt(cache | (operation << 8) | (result << 16));
}

interface Start {
  readonly row: number;
  readonly rest: string;
}

/** The longest word of the table that the text starts with and that ends at a dash. */
function startOf(text: string, table: readonly (readonly string[])[]): Start | undefined {
  let longest = '';
  let found: Start | undefined;
  for (const [row, words] of table.entries()) {
    for (const word of words) {
      const lower = word.toLowerCase();
      const rest = text.slice(lower.length);
      const ends = rest === '' || rest.startsWith('-');
      if (!text.startsWith(lower) || !ends || lower.length <= longest.length) continue;
      longest = lower;
      found = { row, rest };
    }
  }
  return found;
}

/** '' at the end, the text behind the dash otherwise; undefined when nothing follows the dash. */
function partAfter(rest: string): string | undefined {
  if (rest === '') return '';
  return rest.length > 1 ? rest.slice(1) : undefined;
}
