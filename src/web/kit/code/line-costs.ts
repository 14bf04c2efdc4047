import type { ComparedSource, SourceAnswer } from '../../../explore/index.ts';
import { changeSentence } from '../compare/change-text.ts';
import { formatChange, formatCounted, formatShare, formatValue } from '../quantity.ts';
import type { CostTone, LineCost, LineCosts } from './cost-gutter.ts';
import { hotPart } from './hot-part.ts';

/** What the gutters write: shares of everything the scope holds, or the change of a comparison. */
export function lineCostsOf(answer: SourceAnswer | ComparedSource): LineCosts {
  return 'base' in answer ? lineChangesOf(answer) : lineSharesOf(answer);
}

function lineSharesOf(answer: SourceAnswer): LineCosts {
  const { line, self, total, selfSamples, totalSamples, whole, unit } = answer;
  const [mostSelf, mostTotal] = [largest(self), largest(total)];
  const costs = new Map<number, LineCost>();
  line.forEach((number, row) => {
    const own = self[row] as number;
    const all = total[row] as number;
    costs.set(number, {
      self: own === 0 ? '' : formatShare(own / whole.value),
      total: all === 0 ? '' : formatShare(all / whole.value),
      selfInk: ink(own, mostSelf),
      totalInk: ink(all, mostTotal),
      selfTone: '',
      totalTone: '',
      title: [
        `Self ${formatValue(own, unit)}, ${formatCounted(selfSamples[row] as number, 'sample')}`,
        `Total ${formatValue(all, unit)}, ${formatCounted(totalSamples[row] as number, 'sample')}`,
      ].join('\n'),
    });
  });
  return costs;
}

function lineChangesOf(answer: ComparedSource): LineCosts {
  const { line, self, total, base, unit } = answer;
  const [ofSelf, ofTotal] = [changes(self, base.self), changes(total, base.total)];
  const [mostSelf, mostTotal] = [largest(ofSelf.map(Math.abs)), largest(ofTotal.map(Math.abs))];
  const costs = new Map<number, LineCost>();
  line.forEach((number, row) => {
    const [own, all] = [ofSelf[row] as number, ofTotal[row] as number];
    const text = (column: Float64Array, before: Float64Array, change: number): string =>
      column[row] === 0 && before[row] === 0 ? '' : formatChange(change, unit);
    costs.set(number, {
      self: text(self, base.self, own),
      total: text(total, base.total, all),
      selfInk: ink(Math.abs(own), mostSelf),
      totalInk: ink(Math.abs(all), mostTotal),
      selfTone: toneOf(own),
      totalTone: toneOf(all),
      title: [
        `Self ${changeSentence(base.self[row] as number, self[row] as number, unit)}`,
        `Total ${changeSentence(base.total[row] as number, total[row] as number, unit)}`,
      ].join('\n'),
    });
  });
  return costs;
}

function changes(now: Float64Array, before: Float64Array): Float64Array {
  return now.map((value, row) => value - (before[row] as number));
}

function toneOf(change: number): CostTone {
  return change < 0 ? 'less' : change > 0 ? 'more' : '';
}

function largest(column: Float64Array): number {
  return column.reduce((most, value) => Math.max(most, value), 0);
}

/** Small costs stay visible: ink grows with the root of the share. */
function ink(value: number, most: number): number {
  return most === 0 ? 0 : Math.sqrt(value / most);
}

/** The lines worth going to, in the order of the file: those that cost, or changed, most. */
export function hotLinesOf(answer: SourceAnswer | ComparedSource): number[] {
  const { line } = answer;
  const heat = (of: 'self' | 'total'): Float64Array =>
    'base' in answer ? changes(answer[of], answer.base[of]).map(Math.abs) : answer[of];
  const self = heat('self');
  const column = largest(self) > 0 ? self : heat('total');
  const most = largest(column);
  return Array.from(line).filter((_, row) => (column[row] as number) >= most * hotPart && most > 0);
}

/** The next hot line before or after one, round and round. */
export function stepHotLine(hot: readonly number[], from: number, direction: 1 | -1): number {
  const next =
    direction === 1 ? hot.find((line) => line > from) : hot.findLast((line) => line < from);
  return next ?? (direction === 1 ? hot[0] : hot.at(-1)) ?? from;
}
