import type { SourceAnswer } from '../../../explore/index.ts';
import { formatCounted, formatShare, formatValue } from '../quantity.ts';
import type { LineCost, LineCosts } from './cost-gutter.ts';

/** A line counts as hot from this part of the hottest one's cost on. */
const hotPart = 0.05;

/** What the gutters write. Shares are of everything the scope holds. */
export function lineCostsOf(answer: SourceAnswer): LineCosts {
  const { line, self, total, selfSamples, totalSamples, whole, unit } = answer;
  const mostSelf = Math.max(...self, 0);
  const mostTotal = Math.max(...total, 0);
  const costs = new Map<number, LineCost>();
  line.forEach((number, row) => {
    const own = self[row] as number;
    const all = total[row] as number;
    costs.set(number, {
      self: own === 0 ? '' : formatShare(own / whole.value),
      total: all === 0 ? '' : formatShare(all / whole.value),
      selfInk: ink(own, mostSelf),
      totalInk: ink(all, mostTotal),
      title: [
        `Self ${formatValue(own, unit)}, ${formatCounted(selfSamples[row] as number, 'sample')}`,
        `Total ${formatValue(all, unit)}, ${formatCounted(totalSamples[row] as number, 'sample')}`,
      ].join('\n'),
    });
  });
  return costs;
}

/** Small costs stay visible: ink grows with the root of the share. */
function ink(value: number, most: number): number {
  return most === 0 ? 0 : Math.sqrt(value / most);
}

/** The lines worth going to, in the order of the file. */
export function hotLinesOf({ line, self, total }: SourceAnswer): number[] {
  const mostSelf = Math.max(...self, 0);
  const column = mostSelf > 0 ? self : total;
  const most = mostSelf > 0 ? mostSelf : Math.max(...total, 0);
  return Array.from(line).filter((_, row) => (column[row] as number) >= most * hotPart && most > 0);
}

/** The next hot line before or after one, round and round. */
export function stepHotLine(hot: readonly number[], from: number, direction: 1 | -1): number {
  const next =
    direction === 1 ? hot.find((line) => line > from) : hot.findLast((line) => line < from);
  return next ?? (direction === 1 ? hot[0] : hot.at(-1)) ?? from;
}
