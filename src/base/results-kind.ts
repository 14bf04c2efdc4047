/** Files of results, which are JSON but no profiles. */
export type ResultsKind = 'bench' | 'pgo';

/** So much of a file tells what it is. */
export const resultsHeadBytes = 4096;

/**
 * What a file of results is, by words that stand at the beginning of such files and of no profile: hyperfine's
 * list of results and ours begin with their first command, a report of pgo with how it was made.
 */
export function findResultsKind(head: string): ResultsKind | undefined {
  if (/^\s*\{\s*"results"\s*:\s*\[\s*\{\s*"command"\s*:/.test(head)) return 'bench';
  const isReport = /^\s*\{\s*"isQuick"\s*:\s*(?:true|false)\s*,/.test(head);
  return isReport && head.includes('"compiler"') ? 'pgo' : undefined;
}

/** Each as a person calls it. */
export const resultsTitles: Readonly<Record<ResultsKind, string>> = {
  bench: 'results of a benchmark',
  pgo: 'a report of plateau pgo',
};
