import { diffTree, stableName } from '../../analysis/index.ts';
import { applyStackRewrite, droppedStack, type Profile, StackWriter } from '../../profile/index.ts';
import { heaviestKey, keysLike, type NamedFunction, outermostOf } from '../around-function.ts';
import { type ComparedCost, comparedCosts } from '../compared-cost.ts';
import type { Exploration } from '../exploration.ts';
import type { Query } from '../query.ts';
import type { Comparison, Scope } from '../scope.ts';
import { type CompareTreeAnswer, comparedTree } from './compare-tree.ts';

export interface CompareSandwichRequest extends Comparison, NamedFunction {
  /** Nodes below this share of the function's total are left out. */
  readonly minimumShare: number;
}

/** null = neither side has such a function. */
export type CompareSandwichAnswer = ComparedSandwich | null;

/** A function of both sides between its callers and its callees; their roots are the function. */
export interface ComparedSandwich extends NamedFunction {
  readonly callers: CompareTreeAnswer;
  readonly callees: CompareTreeAnswer;
  readonly self: ComparedCost;
  readonly total: ComparedCost;
  /** Of everything, by the same measure as the costs. */
  readonly whole: { readonly base: number; readonly new: number };
  readonly value: { readonly name: string; readonly unit: string };
}

export const answerCompareSandwich: Query<CompareSandwichRequest, CompareSandwichAnswer> = (
  exploration,
  request,
) => {
  const { minimumShare } = request;
  const base = sideOf(exploration, request.base, request);
  const after = sideOf(exploration, request.after, request);
  const named = after.found ?? base.found;
  if (named === null) return null;
  const diff = exploration.compared(request, 'functions', 'total');
  const options = { order: 'weight', minimumShare } as const;
  const callers = diffTree(base.callers, after.callers, diff, {
    ...options,
    direction: 'bottom-up',
    processes: hasSeveralProcesses(base.callers) || hasSeveralProcesses(after.callers),
  });
  const callees = diffTree(base.callees, after.callees, diff, { ...options, processes: false });
  const nameRoot = (tree: typeof callers): typeof callers => ({
    ...tree,
    keys: { ...tree.keys, name: tree.keys.name.with(tree.key[0] as number, named.name) },
  });
  return {
    ...named,
    callers: comparedTree(nameRoot(callers), diff),
    callees: comparedTree(nameRoot(callees), diff),
    ...comparedCosts(exploration, request, 'functions', named),
    whole: { base: diff.totals.base, new: diff.totals.new },
    value: { name: diff.type, unit: diff.unit },
  };
};

interface SandwichSide {
  readonly found: NamedFunction | null;
  /** What passes through the function, cut to what is above its outermost occurrence. */
  readonly callers: Profile;
  /** What passes through it, cut to what is below. */
  readonly callees: Profile;
}

function sideOf(exploration: Exploration, scope: Scope, asked: NamedFunction): SandwichSide {
  const profile = exploration.scoped(scope);
  const keyed = exploration.keyed(profile, 'functions');
  const key = heaviestKey(profile, keyed, keysLike(keyed, asked));
  const outermost = outermostOf(profile, keyed, key);
  const { keys } = keyed;
  const name = stableName(keys.name[key] ?? '');
  return {
    found: key < 0 ? null : { name, module: keys.module[key] ?? '' },
    callers: above(profile, outermost),
    callees: below(profile, outermost),
  };
}

/** The function itself is left out: builds may name it differently, and it is the root anyway. */
function above(profile: Profile, outermost: Int32Array): Profile {
  const { stacks } = profile;
  const end = outermost.map((at) => (at < 0 ? droppedStack : (stacks.parent[at] as number)));
  return applyStackRewrite(profile, { stacks, end, endOfNoStack: droppedStack });
}

function below(profile: Profile, outermost: Int32Array): Profile {
  const { length, parent, frame } = profile.stacks;
  const writer = new StackWriter(length);
  const end = new Int32Array(length);
  for (let stack = 0; stack < length; stack++) {
    const at = outermost[stack] as number;
    if (at < 0) end[stack] = droppedStack;
    else if (at === stack) end[stack] = -1;
    else end[stack] = writer.add(end[parent[stack] as number] as number, frame[stack] as number);
  }
  return applyStackRewrite(profile, { stacks: writer.finish(), end, endOfNoStack: droppedStack });
}

function hasSeveralProcesses({ threads, strings }: Profile): boolean {
  return new Set(Array.from(threads.processName, (row) => strings[row])).size > 1;
}
