import { commonType, diffCosts, type ProfileDiff } from '../../analysis/index.ts';
import type { Exploration } from '../exploration.ts';
import { threadNaming } from '../like-threads.ts';
import { NameList, packNames } from '../packed-names.ts';
import type { Query } from '../query.ts';
import type { Comparison } from '../scope.ts';
import { threadCosts } from '../summary/thread-costs.ts';
import { type CompareAnswer, packDiff } from './compare.ts';
import { type ThreadFact, threadFacts } from './facts.ts';

export type CompareThreadsRequest = Comparison;

/** A row per name of threads; of two times of one file a row per thread. */
export interface CompareThreadsAnswer extends CompareAnswer {
  /** Per row, the threads of each file. */
  readonly baseThreads: readonly (readonly number[])[];
  readonly afterThreads: readonly (readonly number[])[];
}

/** What threads cost on both sides. */
export const answerCompareThreads: Query<CompareThreadsRequest, CompareThreadsAnswer> = (
  exploration,
  comparison,
) => {
  const { base, after } = comparison;
  const threadsOf = (file: number): readonly ThreadFact[] =>
    threadFacts(exploration.file(file).profile);
  const [old, now] = [threadsOf(base.file), threadsOf(after.file)];
  const nameOf = threadNaming(now, old);
  const isOneFile = base.file === after.file;
  const keyOf = (thread: ThreadFact, row: number): string =>
    isOneFile ? String(row) : nameOf(thread);
  const [oldKeys, nowKeys] = [old.map(keyOf), now.map(keyOf)];
  const packed = packDiff(diffThreads(exploration, comparison, oldKeys, nowKeys));
  const keys = new NameList(packed.names);
  const titles = new Map<string, string>();
  for (const threads of [old, now]) {
    const repeated = isOneFile ? repeatedTitles(threads) : new Set<string>();
    for (const [row, thread] of threads.entries()) {
      const title = titleOf(thread);
      const isRepeated = repeated.has(title);
      titles.set(keyOf(thread, row), isRepeated ? `${title} ${thread.tid}` : title);
    }
  }
  const perRow = <Value>(value: (key: string) => Value): Value[] =>
    Array.from({ length: packed.length }, (_, row) => value(keys.at(row)));
  const [oldRows, nowRows] = [rowsByKey(oldKeys), rowsByKey(nowKeys)];
  return {
    ...packed,
    names: packNames(perRow((key) => titles.get(key) ?? key)),
    baseThreads: perRow((key) => oldRows.get(key) ?? []),
    afterThreads: perRow((key) => nowRows.get(key) ?? []),
  };
};

function rowsByKey(keys: readonly string[]): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  keys.forEach((key, row) => {
    const known = rows.get(key);
    if (known === undefined) rows.set(key, [row]);
    else known.push(row);
  });
  return rows;
}

function diffThreads(
  exploration: Exploration,
  { base, after, normalize }: Comparison,
  baseKeys: readonly string[],
  afterKeys: readonly string[],
): ProfileDiff {
  const types = commonType(exploration.scoped(base), exploration.scoped(after), undefined);
  return diffCosts(
    threadCosts(exploration, base, baseKeys),
    threadCosts(exploration, after, afterKeys),
    types,
    { normalize, measure: 'self' },
  );
}

/** Those that stand for several threads, which are told apart by their numbers then. */
function repeatedTitles(threads: readonly ThreadFact[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(
    threads.map(titleOf).filter((title) => {
      const isKnown = seen.has(title);
      seen.add(title);
      return isKnown;
    }),
  );
}

function titleOf({ thread, process, tid }: ThreadFact): string {
  return thread || process || `thread ${tid}`;
}
