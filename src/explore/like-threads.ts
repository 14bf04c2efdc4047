import type { ThreadFact } from './queries/facts.ts';

/** A row that no sample has: a scope of this thread alone is empty. */
export const noThread = -2;

/**
 * What threads of two files must share to be the same: numbers never repeat from run to run, names do.
 * One thread each is a pair whatever it is called, and of two single processes the name of the first
 * thread plays no part, because builds of a program are often named differently.
 */
export function threadNaming(
  one: readonly ThreadFact[],
  other: readonly ThreadFact[],
): (thread: ThreadFact) => string {
  if (one.length === 1 && other.length === 1) return () => '';
  if (processesOf(one) === 1 && processesOf(other) === 1) {
    const first = [...one, ...other].filter(({ pid, tid }) => pid === tid).map(shownName);
    return (thread) => (first.includes(shownName(thread)) ? '' : shownName(thread));
  }
  return ({ process, thread }) => `${process}\0${thread}`;
}

/** Threads of the other file with the names of these; empty = it has none of them. */
export function likeThreads(
  rows: readonly number[],
  of: readonly ThreadFact[],
  other: readonly ThreadFact[],
): number[] {
  // A file that names no threads is one.
  if (rows.includes(-1) || of.length === 0) return [-1];
  const nameOf = threadNaming(of, other);
  const names = new Set(rows.flatMap((row) => (of[row] === undefined ? [] : nameOf(of[row]))));
  return other.flatMap((each, row) => (names.has(nameOf(each)) ? row : []));
}

function shownName({ process, thread }: ThreadFact): string {
  return thread || process;
}

function processesOf(threads: readonly ThreadFact[]): number {
  return new Set(threads.map(({ pid }) => pid)).size;
}
