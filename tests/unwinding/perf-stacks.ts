import { execFileSync } from 'node:child_process';
import type { OurStack } from './our-stacks.ts';
import { hex } from './same-stack.ts';

/** Stacks of `perf script`, user part, as offsets in files. */
export function perfStacks(path: string): number[][] {
  const output = execFileSync(
    'perf',
    ['script', '-i', path, '--no-inline', '--max-stack', '1000', '-F', 'time,ip'],
    { encoding: 'utf8', maxBuffer: 1 << 29, stdio: ['ignore', 'pipe', 'ignore'], timeout: 60_000 },
  );
  return output
    .trim()
    .split(/\n\n+/)
    .map((sample) =>
      sample
        .split('\n')
        .slice(1)
        .map((line) => line.trim())
        // The kernel's part, and the ffff… that perf prints where a stack is cut.
        .filter((address) => !address.startsWith('ffffff'))
        .map((address) => Number.parseInt(address, 16)),
    );
}

/**
 * How our stacks differ from perf's, but for what perf is known to lose: it stops early in epilogues
 * after `pop rbp`, loses a return address in the last word of the copy, and looks a signal
 * trampoline up one byte before.
 */
export function perfDifferences(
  path: string,
  ours: readonly OurStack[],
): { readonly compared: number; readonly differences: readonly string[] } {
  const theirs = perfStacks(path);
  const differences: string[] = [];
  ours.forEach(({ offsets, end }, at) => {
    const perf = theirs[at] ?? [];
    const common = perf.every((address, frame) => {
      const own = offsets[frame] ?? -1;
      return own === address || own === address + 1;
    });
    if (common && perf.length <= offsets.length) return;
    differences.push(`sample ${at}, ${end}\nours ${hex(offsets)}\nperf ${hex(perf)}`);
  });
  return { compared: Math.min(ours.length, theirs.length), differences };
}
