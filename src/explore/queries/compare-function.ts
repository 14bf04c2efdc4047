import { matchKeys, type NamedRows, stableName } from '../../analysis/index.ts';
import type { NamedFunction } from '../around-function.ts';
import { type ComparedCosts, comparedCosts } from '../compared-cost.ts';
import type { Query } from '../query.ts';
import type { Comparison } from '../scope.ts';
import {
  answerInspect,
  type InspectAnswer,
  type InspectedCalls,
  type InspectRequest,
} from './inspect.ts';

export interface CompareFunctionRequest
  extends Comparison,
    Omit<InspectRequest, 'scope' | 'isLike'> {}

/** A caller or a callee of both sides, with the part of the function's total that passes through it. */
export interface ComparedCall extends NamedFunction {
  readonly base: number;
  readonly new: number;
}

export interface ComparedCalls {
  readonly count: number;
  /** The largest change first. */
  readonly rows: readonly ComparedCall[];
}

/** null = neither side has such a function. */
export type CompareFunctionAnswer = ComparedFunction | null;

/** Everything about one function of both sides. */
export interface ComparedFunction extends NamedFunction, ComparedCosts {
  /** As it was asked for: names of builds differ. */
  readonly asked: string;
  /** null = the side has none of it. */
  readonly base: InspectAnswer;
  readonly after: InspectAnswer;
  readonly callers: ComparedCalls;
  readonly callees: ComparedCalls;
  readonly unit: string;
}

export const answerCompareFunction: Query<CompareFunctionRequest, CompareFunctionAnswer> = async (
  exploration,
  request,
) => {
  const { by, name, module, buckets, mostCalls } = request;
  const ask = { by, name, module, buckets, mostCalls: Number.POSITIVE_INFINITY, isLike: true };
  const base = await answerInspect(exploration, { ...ask, scope: request.base });
  const after = await answerInspect(exploration, { ...ask, scope: request.after });
  const found = after ?? base;
  if (found === null) return null;
  const { scale, unit } = exploration.compared(request, by, 'total');
  const calls = (side: 'callers' | 'callees'): ComparedCalls =>
    compareCalls(base?.[side] ?? noCalls, after?.[side] ?? noCalls, scale, mostCalls);
  return {
    asked: name,
    name: found.name,
    module: found.module,
    base: withoutCalls(base),
    after: withoutCalls(after),
    ...comparedCosts(exploration, request, by, found),
    callers: calls('callers'),
    callees: calls('callees'),
    unit,
  };
};

const noCalls: InspectedCalls = { count: 0, rows: [] };

/** They are compared already: a function with thousands of callers need not send them thrice. */
function withoutCalls(side: InspectAnswer): InspectAnswer {
  return side === null ? null : { ...side, callers: noCalls, callees: noCalls };
}

function compareCalls(
  base: InspectedCalls,
  after: InspectedCalls,
  scale: number,
  most: number,
): ComparedCalls {
  const pairs = matchKeys(namesOf(base), namesOf(after));
  const rows = pairs.map((pair): ComparedCall => {
    const [old, now] = [base.rows[pair.base], after.rows[pair.after]];
    return {
      name: now?.name ?? old?.name ?? '',
      module: now?.module ?? old?.module ?? '',
      base: old?.value ?? 0,
      new: (now?.value ?? 0) * scale,
    };
  });
  rows.sort((a, b) => changeOf(b) - changeOf(a) || b.new - a.new || b.base - a.base);
  return { count: rows.length, rows: rows.slice(0, most) };
}

function changeOf(row: ComparedCall): number {
  return Math.abs(row.new - row.base);
}

function namesOf({ rows }: InspectedCalls): NamedRows {
  return {
    length: rows.length,
    name: rows.map(({ name }) => stableName(name)),
    module: rows.map(({ module }) => module),
  };
}
