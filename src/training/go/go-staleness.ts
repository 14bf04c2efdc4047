import type { Profile } from '../../profile/index.ts';
import { type FunctionStaleness, type Staleness, stalenessOf } from '../staleness.ts';
import { type CallEdge, callEdges } from './call-edges.ts';
import type { GoCallSites } from './call-sites.ts';

/** Not called where the stack shows them: a signal or the scheduler put them there. */
const uncalled: ReadonlySet<string> = new Set(['runtime.asyncPreempt', 'runtime.sigreturn']);
/** They begin stacks: what is above them was started and not called. */
const starters: ReadonlySet<string> = new Set([
  'runtime.goexit',
  'runtime.mstart',
  'runtime.rt0_go',
]);

/** Calls that a compiler could find in the sources. */
export function findableCalls(profile: Profile): CallEdge[] {
  return callEdges(profile).filter(
    ({ caller, callee, hasLines }) =>
      hasLines && !uncalled.has(callee) && !uncalled.has(caller) && !starters.has(caller),
  );
}

/**
 * How much of a CPU profile Go's compiler can no longer use: it finds calls by caller, callee and line within
 * the caller, so a line that is added above a call loses it. `sites` are of the program as built now.
 */
export function goStaleness(edges: readonly CallEdge[], sites: GoCallSites): Staleness {
  const total = edges.reduce((sum, { weight }) => sum + weight, 0);
  const byCaller = new Map<string, CallEdge[]>();
  for (const edge of edges) {
    const calls = byCaller.get(edge.caller);
    if (calls === undefined) byCaller.set(edge.caller, [edge]);
    else calls.push(edge);
  }
  const functions = Array.from(byCaller, ([name, calls]) => {
    const share = sumOf(calls) / total;
    if (!sites.hasFunction(name)) {
      return { name, share, lost: share, fate: 'gone', reason: 'it is gone' } as const;
    }
    const lost = calls.filter((call) => !sites.hasCall(name, call.offset, call.callee));
    const fate = lost.length === 0 ? 'kept' : 'changed';
    const reason = lost[0] === undefined ? '' : reasonOf(lost[0], sites);
    return { name, share, lost: sumOf(lost) / total, fate, reason } satisfies FunctionStaleness;
  });
  return stalenessOf(functions, null);
}

function sumOf(edges: readonly CallEdge[]): number {
  return edges.reduce((sum, { weight }) => sum + weight, 0);
}

/** Told of the heaviest lost call. */
function reasonOf({ caller, callee, offset }: CallEdge, sites: GoCallSites): string {
  if (!sites.hasFunction(callee)) return `calls ${callee}, which is gone`;
  const [nearest] = sites
    .offsetsOf(caller, callee)
    .toSorted((a, b) => Math.abs(a - offset) - Math.abs(b - offset));
  if (nearest === undefined) return `no longer calls ${callee} on its line ${offset}`;
  const by = nearest - offset;
  return `its call of ${callee} moved by ${by > 0 ? '+' : '−'}${Math.abs(by)} lines`;
}
