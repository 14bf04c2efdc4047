/** How many single changes (insert, delete, replace, swap) turn one word into the other. */
export function editDistance(first: string, second: string): number {
  let before: number[] = [];
  let row = Array.from({ length: second.length + 1 }, (_, at) => at);
  for (let i = 1; i <= first.length; i++) {
    const next = [i];
    for (let j = 1; j <= second.length; j++) {
      const same = first[i - 1] === second[j - 1];
      let least = Math.min((row[j - 1] ?? 0) + (same ? 0 : 1), (row[j] ?? 0) + 1);
      least = Math.min(least, (next[j - 1] ?? 0) + 1);
      const swapped = first[i - 1] === second[j - 2] && first[i - 2] === second[j - 1];
      if (i > 1 && j > 1 && swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[second.length] ?? first.length;
}

/** Names that a user who typed `word` may have meant, the likeliest first. */
export function nearNames(word: string, names: Iterable<string>, most = 3): string[] {
  const wanted = word.toLowerCase().slice(0, 80);
  const ranked: { name: string; rank: number }[] = [];
  for (const name of new Set(names)) {
    const lower = name.toLowerCase();
    const contained = wanted.length > 2 && (lower.includes(wanted) || wanted.includes(lower));
    // A name that differs in length alone by more than allowed needs no table.
    const allowed = Math.max(1, Math.floor(wanted.length / 3));
    const isFar = Math.abs(lower.length - wanted.length) > allowed;
    const distance = isFar ? Number.POSITIVE_INFINITY : editDistance(wanted, lower);
    if (distance <= allowed) ranked.push({ name, rank: distance });
    else if (contained)
      ranked.push({ name, rank: allowed + Math.abs(lower.length - wanted.length) });
  }
  ranked.sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, most).map(({ name }) => name);
}
