import type { CallGraph, Captured } from './recording-plan.ts';

// What a sample costs the program it interrupts, in nanoseconds: an estimate from one machine, and no
// promise for another. benchmarks/sample-cost.ts compares a program's own processor time with and
// without sampling; on a virtual machine of 2 processors, busy with other work, the medians of five
// rounds were 8.1 to 9.8 µs for frame pointers and 15.0 to 17.4 µs with 32 KiB of stack (4999 and
// 9999 Hz; at 999 Hz the noise was larger than the cost).
const interruptNs = 9_000;
const perStackByteNs = 0.22;

/** Above this share of the target's time the estimate says nothing but that. */
const mostOfIt = 0.9;

/**
 * How much longer the target took for being sampled, as a share of what it takes without; infinite when
 * sampling seems to be most of what it did, undefined when its processor time is unknown.
 */
export function estimateSlowdown(
  { targetCpuNs }: Pick<Captured, 'targetCpuNs'>,
  samples: number,
  callGraph: CallGraph,
): number | undefined {
  if (targetCpuNs === undefined || targetCpuNs <= 0) return undefined;
  const dumped = callGraph.mode === 'dwarf' ? callGraph.stackBytes * perStackByteNs : 0;
  const spentNs = samples * (interruptNs + dumped);
  if (spentNs > targetCpuNs * mostOfIt) return Number.POSITIVE_INFINITY;
  return spentNs / (targetCpuNs - spentNs);
}
