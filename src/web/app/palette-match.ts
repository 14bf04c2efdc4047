/**
 * How well a text answers a query of words: each word must be in it, in any order, small letters find
 * capitals. Larger is better; 0 = not at all. Starts of words count more than their middles, short
 * texts more than long ones.
 */
export function matchScore(text: string, query: string): number {
  const lower = text.toLowerCase();
  let score = 1;
  for (const word of query.toLowerCase().split(/\s+/)) {
    if (word === '') continue;
    const found = wordScore(lower, word);
    if (found === 0) return 0;
    score += found;
  }
  return score + 1 / (1 + lower.length);
}

function wordScore(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at === 0) return 4;
  if (at > 0) return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 2 : 3;
  return isSubsequence(text, word) ? 1 : 0;
}

/** Letters in order, with others between: `tf` finds Top functions. */
function isSubsequence(text: string, word: string): boolean {
  // Long names contain any few letters in some order: that would find everything.
  if (text.length > 40) return false;
  let from = 0;
  for (const letter of word) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return true;
}

/** The best of a list, in order; with equal scores the first stays first. */
export function bestMatches<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  query: string,
  limit: number,
): readonly Item[] {
  if (query.trim() === '') return items.slice(0, limit);
  return items
    .map((item) => ({ item, score: matchScore(textOf(item), query) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item }) => item);
}
