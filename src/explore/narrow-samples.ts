import { resolveValueType } from '../analysis/index.ts';
import { Float64Builder, Int32Builder } from '../base/growable-column.ts';
import { PairIndex } from '../base/tuple-index.ts';
import { type Profile, sampleCounts } from '../profile/index.ts';
import type { Scope } from './scope.ts';

/**
 * Sums the samples that a scope names: one row per stack and process, one value type, no time. What
 * follows (transforms, trees, tables) then costs stacks and not samples.
 */
export function narrowSamples(profile: Profile, scope: Scope): Profile {
  const { samples, threads } = profile;
  const type = resolveValueType(profile, scope.value === '' ? undefined : scope.value);
  const values = samples.values[type] ?? new Float64Array(samples.length);
  const counts = sampleCounts(profile);
  const isChosen = sampleTest(profile, scope);
  const firstThread = firstThreadOfProcess(profile);
  const rows = new PairIndex();
  const stack = new Int32Builder(1024);
  const thread = new Int32Builder(1024);
  const value = new Float64Builder(1024);
  const count = new Float64Builder(1024);
  for (let row = 0; row < samples.length; row++) {
    if (values[row] === 0 || !isChosen(row)) continue;
    const of = samples.thread === null ? -1 : (samples.thread[row] as number);
    const process = of < 0 ? -1 : (firstThread[of] as number);
    const at = samples.stack[row] as number;
    const known = rows.findOrAdd(process, at, stack.length);
    const to = known >= 0 ? known : stack.push(at);
    if (known < 0) {
      thread.push(process);
      value.push(0);
      count.push(0);
    }
    value.add(to, values[row] as number);
    count.add(to, counts[row] as number);
  }
  return Object.freeze({
    ...profile,
    valueTypes: profile.valueTypes.slice(type, type + 1),
    meta: { ...profile.meta, defaultValueType: 0 },
    samples: {
      length: stack.length,
      stack: stack.view(),
      thread: threads.length === 0 ? null : thread.view(),
      timeNs: null,
      cpu: null,
      labels: null,
      count: count.view(),
      values: [value.view()],
    },
  });
}

function sampleTest(profile: Profile, scope: Scope): (row: number) => boolean {
  const { timeNs, cpu, thread } = profile.samples;
  const cpus = new Set(scope.cpus);
  const threads = new Set(scope.threads);
  const { startNs, endNs } = scope.range ?? { startNs: -Infinity, endNs: Infinity };
  return (row) => {
    if (threads.size > 0 && !threads.has(thread?.[row] ?? -1)) return false;
    if (cpus.size > 0 && !cpus.has(cpu?.[row] ?? -1)) return false;
    if (scope.range === null || timeNs === null) return true;
    const at = timeNs[row] as number;
    return at >= startNs && at < endNs;
  };
}

/** Threads of one process share the first one's row: call trees tell processes apart, not threads. */
function firstThreadOfProcess({ threads }: Profile): Int32Array {
  const first = new Map<string, number>();
  return Int32Array.from({ length: threads.length }, (_, row) => {
    const process = `${threads.pid[row]} ${threads.processName[row]}`;
    const known = first.get(process) ?? row;
    first.set(process, known);
    return known;
  });
}
