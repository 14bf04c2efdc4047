/** A part of the address space that one mapping covers: Avma, `end` excluded. */
export interface MappedRange {
  readonly start: number;
  readonly end: number;
  /** Index into `AddressSpaces.mappings`, -1 to unmap. */
  readonly mapping: number;
}

/** Sorted, disjoint ranges of code. Immutable use: `withRange` gives a new list. */
export type SpaceRanges = readonly MappedRange[];

/** The first range that ends after the address. */
function firstEndingAfter(ranges: SpaceRanges, address: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle] as MappedRange).end > address) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function findRange(ranges: SpaceRanges, address: number): MappedRange | undefined {
  const range = ranges[firstEndingAfter(ranges, address)];
  return range !== undefined && range.start <= address ? range : undefined;
}

export function overlaps(ranges: SpaceRanges, start: number, end: number): boolean {
  const range = ranges[firstEndingAfter(ranges, start)];
  return range !== undefined && range.start < end;
}

/**
 * As mmap does it: the new range replaces what it covers, and what it covers in part is cut or split
 * in two. The parts keep their mapping, so addresses in them stay relative to its old start.
 */
export function withRange(ranges: SpaceRanges, added: MappedRange): SpaceRanges {
  const from = firstEndingAfter(ranges, added.start);
  let to = from;
  while (to < ranges.length && (ranges[to] as MappedRange).start < added.end) to++;
  const middle: MappedRange[] = [];
  const first = ranges[from];
  const last = ranges[to - 1];
  if (first !== undefined && from < to && first.start < added.start)
    middle.push({ ...first, end: added.start });
  if (added.mapping >= 0) middle.push(added);
  if (last !== undefined && from < to && last.end > added.end)
    middle.push({ ...last, start: added.end });
  return [...ranges.slice(0, from), ...middle, ...ranges.slice(to)];
}
