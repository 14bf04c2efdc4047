import {
  type CompareAnswer,
  diffStatuses,
  type NameList,
  noiseWords,
  searchExpression,
} from '../../../explore/index.ts';
import type { ViewState } from '../../state/view-state.ts';

/** New less base. */
export function changeOf({ base, after }: CompareAnswer, row: number): number {
  return (after[row] as number) - (base[row] as number);
}

/** Whether a change is larger than chance makes it. */
export function isReal({ noise }: CompareAnswer, row: number): boolean {
  return noiseWords[noise[row] as number] === 'real';
}

/** Whether chance alone explains it; what has too few samples to tell is neither. */
export function isNoise({ noise }: CompareAnswer, row: number): boolean {
  return noiseWords[noise[row] as number] === 'noise';
}

/** How many rows each filter leaves. */
export function countByFilter(answer: CompareAnswer): Readonly<Record<ViewState['diff'], number>> {
  const counts = { all: answer.length, changed: 0, new: 0, removed: 0 };
  for (let row = 0; row < answer.length; row++) {
    const status = diffStatuses[answer.status[row] as number];
    if (status !== undefined && status !== 'same') counts[status]++;
  }
  return counts;
}

/** Rows that the filter and the search leave, in the order asked for. */
export function comparedRows(
  answer: CompareAnswer,
  names: NameList,
  choice: { readonly diff: ViewState['diff']; readonly search: string; readonly sort: string },
): Int32Array {
  const wanted = choice.diff === 'all' ? -1 : diffStatuses.indexOf(choice.diff);
  const found = choice.search === '' ? null : searchExpression(choice.search).test;
  const rows: number[] = [];
  for (let row = 0; row < answer.length; row++) {
    if (wanted >= 0 && answer.status[row] !== wanted) continue;
    if (found === null || found(names.at(row))) rows.push(row);
  }
  const order = orderOf(answer, names, choice.sort);
  if (order !== null) rows.sort(order);
  return Int32Array.from(rows);
}

type Order = (a: number, b: number) => number;

/** null = as the answer has them: proven changes first, the largest on top. */
function orderOf(answer: CompareAnswer, names: NameList, sort: string): Order | null {
  const isDescending = sort.endsWith('-');
  const ascending = columnOrder(answer, names, isDescending ? sort.slice(0, -1) : sort);
  if (ascending === null) return null;
  return isDescending ? (a, b) => ascending(b, a) : ascending;
}

function columnOrder(answer: CompareAnswer, names: NameList, column: string): Order | null {
  const { base, after, pValue } = answer;
  const ratio = (row: number): number => (after[row] as number) / (base[row] as number);
  switch (column) {
    case 'name':
      return (a, b) => (names.at(a) < names.at(b) ? -1 : 1);
    case 'base':
      return byNumber((row) => base[row] as number);
    case 'new':
      return byNumber((row) => after[row] as number);
    case 'change':
      return byNumber((row) => changeOf(answer, row));
    case 'ratio':
      return byNumber(ratio);
    case 'confidence':
      return byNumber((row) => {
        const p = pValue[row] as number;
        return Number.isNaN(p) ? 2 : p;
      });
    default:
      return null;
  }
}

function byNumber(value: (row: number) => number): Order {
  return (a, b) => value(a) - value(b) || a - b;
}
