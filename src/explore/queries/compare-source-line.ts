import { stableName } from '../../analysis/index.ts';
import { compareFile } from '../compared-lines.ts';
import type { Query } from '../query.ts';
import type { Comparison } from '../scope.ts';
import { answerSourceLine, type LineNeighbour, type SourceLineAnswer } from './source-line.ts';

export interface CompareSourceLineRequest extends Comparison {
  /** Of the shown text, as `compareSource` gives it. */
  readonly file: string;
  readonly line: number;
  readonly shownSide: 'new' | 'base';
}

/** A function that a line calls or is reached from; its total is the new side's. */
export interface ComparedNeighbour extends LineNeighbour {
  readonly base: number;
}

/** What is known of one line of both sides. Costs are the new side's, `base` has the other's. */
export interface ComparedSourceLine extends Omit<SourceLineAnswer, 'callees' | 'callers'> {
  readonly base: { readonly self: number; readonly total: number };
  /** The line of the other side's text; 0 = there is none. */
  readonly otherLine: number;
  /** By how much they changed; of one function all calling lines together. */
  readonly callees: readonly ComparedNeighbour[];
  readonly callers: readonly ComparedNeighbour[];
}

export const answerCompareSourceLine: Query<CompareSourceLineRequest, ComparedSourceLine> = async (
  exploration,
  request,
) => {
  const { base, after, file, line, shownSide } = request;
  const pair = compareFile(exploration, request, file, shownSide);
  const otherLine = pair.otherLine(line);
  const { scale } = exploration.compared(request, 'functions', 'total');
  const isNewShown = pair.shownSide === 'new';
  const shownAt = { file: pair.file, line };
  const otherAt = { file: pair.otherFile, line: otherLine };
  const now = await answerSourceLine(exploration, {
    ...(isNewShown ? shownAt : otherAt),
    scope: after,
  });
  const old = await answerSourceLine(exploration, {
    ...(isNewShown ? otherAt : shownAt),
    scope: base,
  });
  const owner = now.name === '' ? old : now;
  return {
    ...now,
    file: pair.file,
    line,
    name: owner.name,
    module: owner.module,
    self: now.self * scale,
    total: now.total * scale,
    base: { self: old.self, total: old.total },
    otherLine,
    callees: mergeNeighbours(old.callees, now.callees, scale),
    callers: mergeNeighbours(old.callers, now.callers, scale),
  };
};

function mergeNeighbours(
  base: readonly LineNeighbour[],
  after: readonly LineNeighbour[],
  scale: number,
): ComparedNeighbour[] {
  const merged = new Map<string, ComparedNeighbour>();
  const add = (row: LineNeighbour, old: number, now: number): void => {
    const key = `${stableName(row.name)}\0${row.module}`;
    const known = merged.get(key) ?? { ...row, total: 0, base: 0 };
    merged.set(key, { ...known, total: known.total + now, base: known.base + old });
  };
  for (const row of after) add(row, 0, row.total * scale);
  for (const row of base) add(row, row.total, 0);
  return [...merged.values()].sort((a, b) => changeOf(b) - changeOf(a) || b.total - a.total);
}

function changeOf({ total, base }: ComparedNeighbour): number {
  return Math.abs(total - base);
}
