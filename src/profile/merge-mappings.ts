import type { ProfileBuilder } from './builder.ts';
import type { MappingFacts } from './row-builders.ts';
import type { MappingIndex } from './tables.ts';

const pageMask = 0xfffn;

/**
 * Recognises one image in several profiles by pprof's rule: build id (or file), offset, and size in
 * pages; where it was loaded makes no difference, because frames count from its start. Addresses
 * without an image do depend on the start.
 */
export function mappingMerger(builder: ProfileBuilder): (facts: MappingFacts) => MappingIndex {
  const known = new Map<string, MappingIndex>();
  return (facts) => {
    const { start = 0n, limit = 0n, offset = 0n, kind = 'user', buildId = 0 } = facts;
    const image = buildId > 0 ? `build ${buildId}` : `file ${facts.file}`;
    const pages = (limit - start + pageMask) & ~pageMask;
    const key = `${kind} ${image} ${offset} ${pages} ${kind === 'unmapped' ? start : ''}`;
    const row = known.get(key) ?? builder.addMapping(facts);
    known.set(key, row);
    return row;
  };
}
