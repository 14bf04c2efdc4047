import type { CallGraph, Captured } from './recording-plan.ts';

// What a sample costs the program it interrupts, in nanoseconds. Estimates, from runs of one program
// with and without sampling on a virtual machine (docs/guides/recording.md says how); real hardware
// takes less for the interrupt.
const interruptNs = 9_000;
const perStackByteNs = 0.35;

/** The share of its processor time that the target spent on being sampled; undefined = unknown. */
export function estimateSlowdown(
  { targetCpuNs }: Pick<Captured, 'targetCpuNs'>,
  samples: number,
  callGraph: CallGraph,
): number | undefined {
  if (targetCpuNs === undefined || targetCpuNs <= 0) return undefined;
  const dumped = callGraph.mode === 'dwarf' ? callGraph.stackBytes * perStackByteNs : 0;
  const spentNs = samples * (interruptNs + dumped);
  return spentNs / Math.max(targetCpuNs - spentNs, targetCpuNs / 100);
}
