import { execFileSync } from 'node:child_process';
import { openFileSource } from '../../src/platform/file-source.ts';
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

export interface PerfDifference {
  /** Which sample, in order of the file. */
  readonly at: number;
  readonly text: string;
}

/**
 * How our stacks differ from perf's, but for what perf is known to lose: it stops early in epilogues
 * after `pop rbp`, loses a return address in the last word of the copy, looks a signal trampoline up
 * one byte before, and does not know the trampoline behind its system call: it then follows rbp.
 */
export function perfDifferences(
  path: string,
  ours: readonly OurStack[],
): { readonly compared: number; readonly differences: readonly PerfDifference[] } {
  const theirs = perfStacks(path);
  const differences: PerfDifference[] = [];
  ours.forEach(({ offsets, leafFile, end }, at) => {
    const perf = theirs[at] ?? [];
    const common = perf.every((address, frame) => {
      const own = offsets[frame] ?? -1;
      return own === address || own === address + 1;
    });
    if (common && perf.length <= offsets.length) return;
    if (perf[0] === offsets[0] && isSignalReturn(leafFile, offsets[0] ?? 0)) return;
    const text = `sample ${at}, ${end}\nours ${hex(offsets)}\nperf ${hex(perf)}`;
    differences.push({ at, text });
  });
  return { compared: Math.min(ours.length, theirs.length), differences };
}

/** mov rax, __NR_rt_sigreturn; syscall: the sample is in the kernel, on its way out of a handler. */
function isSignalReturn(path: string, offset: number): boolean {
  using file = openFileSource(path);
  const code = [0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05];
  const found = file.read(Math.max(0, offset - code.length), code.length);
  return code.every((byte, at) => found[at] === byte);
}
