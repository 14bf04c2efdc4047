/**
 * Which line of a text stands where in another version of it: per line of the old text (from 0) its line
 * in the new one, or -1. Lines that stand once in both texts are what holds it together (the longest
 * run of them in the same order), equal lines around them follow. The work is in proportion to the
 * texts, but for sorting.
 */
export function matchLines(before: readonly string[], after: readonly string[]): Int32Array {
  const partner = new Int32Array(before.length).fill(-1);
  const anchors = longestRising(uniquePairs(before, after));
  let [from, to] = [0, 0];
  for (const anchor of [...anchors, { before: before.length, after: after.length }]) {
    // Equal lines below the last anchor, then those above the next one.
    while (from < anchor.before && to < anchor.after && before[from] === after[to]) {
      partner[from++] = to++;
    }
    let [old, now] = [anchor.before, anchor.after];
    while (old > from && now > to && before[old - 1] === after[now - 1]) partner[--old] = --now;
    if (anchor.before < before.length) partner[anchor.before] = anchor.after;
    [from, to] = [anchor.before + 1, anchor.after + 1];
  }
  return partner;
}

interface LinePair {
  readonly before: number;
  readonly after: number;
}

/** Lines that stand exactly once in each text, in the order of the old one. */
function uniquePairs(before: readonly string[], after: readonly string[]): LinePair[] {
  const once = onceIn(after);
  const own = onceIn(before);
  const pairs: LinePair[] = [];
  before.forEach((line, row) => {
    const there = own.get(line) === row ? (once.get(line) ?? -1) : -1;
    if (there >= 0) pairs.push({ before: row, after: there });
  });
  return pairs;
}

/** Where each line stands; -1 = at several places. */
function onceIn(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const [row, line] of lines.entries()) found.set(line, found.has(line) ? -1 : row);
  return found;
}

/** The longest part of the pairs whose places in the new text rise (patience sorting). */
function longestRising(pairs: readonly LinePair[]): LinePair[] {
  const tops: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(({ after }, at) => {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] as number] as LinePair).after < after) low = middle + 1;
      else high = middle;
    }
    previous[at] = tops[low - 1] ?? -1;
    tops[low] = at;
  });
  const rising: LinePair[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = previous[at] as number) {
    rising.push(pairs[at] as LinePair);
  }
  return rising.reverse();
}
