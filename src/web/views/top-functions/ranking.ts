import type { FunctionsAnswer } from '../../../explore/index.ts';
import type { KeyFacts } from '../../kit/key-facts.ts';

/** Rows of the answer in the order of a column (`id` or `id-`), those that `isShown` only. */
export function rankRows(
  answer: FunctionsAnswer,
  facts: KeyFacts,
  sort: string,
  isShown: (key: number) => boolean,
): Int32Array {
  const shown: number[] = [];
  for (let row = 0; row < answer.length; row++) {
    if (isShown(answer.key[row] as number)) shown.push(row);
  }
  const rows = Int32Array.from(shown);
  // The answer's own order: the largest self first.
  if (sort === 'self-') return rows;
  const isDescending = sort.endsWith('-');
  const compare = comparison(answer, facts, isDescending ? sort.slice(0, -1) : sort);
  return rows.sort(isDescending ? (a, b) => compare(b, a) || a - b : compare);
}

function comparison(
  answer: FunctionsAnswer,
  facts: KeyFacts,
  column: string,
): (a: number, b: number) => number {
  const numbers = { self: answer.self, total: answer.total, samples: answer.totalSamples };
  const values = numbers[column as keyof typeof numbers];
  if (values !== undefined) return (a, b) => (values[a] as number) - (values[b] as number);
  const textOf = (row: number): string => {
    const key = answer.key[row] as number;
    return column === 'module' ? facts.module(key) : facts.name(key);
  };
  return (a, b) => compareText(textOf(a), textOf(b)) || a - b;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
