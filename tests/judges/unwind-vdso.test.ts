import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { framesOf, mappingKinds, type Profile, type StackIndex } from '../../src/profile/index.ts';
import { PerfFolder, readPerfData, stackNames } from './perf-recordings.ts';
import { requires, skip } from './requires.ts';

/** No frame pointers: only the vdso's own unwind information leads out of it. */
const source = `#include <stdio.h>
#include <stdlib.h>
#include <time.h>
__attribute__((noinline)) long ask(long rounds) {
  struct timespec now;
  long sum = 0;
  for (long i = 0; i < rounds; i++) { clock_gettime(CLOCK_MONOTONIC, &now); sum += now.tv_nsec; }
  return sum;
}
int main(int count, char **arguments) { printf("%ld\\n", ask(atol(arguments[1])) & 1); return 0; }
`;

/** Whether the leaf of a sample is in the vdso. */
function isInVdso(profile: Profile, row: number): boolean {
  const stack = profile.samples.stack[row] as number;
  const leaf = framesOf(profile, stack as StackIndex).at(-1);
  const mapping = leaf === undefined ? -1 : (profile.frames.mapping[leaf] as number);
  return mapping >= 0 && mappingKinds[profile.mappings.kind[mapping] as number] === 'vdso';
}

describe('stacks that end in the vdso', () => {
  requires('perf', 'gcc')('have the caller in the C library and main', async (context) => {
    using folder = new PerfFolder();
    const [file, program] = [join(folder.path, 'ask.c'), join(folder.path, 'ask')];
    writeFileSync(file, source);
    folder.run('gcc', '-O2', '-g', '-fomit-frame-pointer', '-o', program, file);
    const args = ['-F', '1999', '--call-graph', 'dwarf,8192'];
    const profile = await readPerfData(folder.record(context, args, [program, '8000000']));
    const rows = Array.from(profile.samples.stack, (_, row) => row);
    const stacks = rows
      .filter((row) => isInVdso(profile, row))
      .map((row) => stackNames(profile, row).join(' '));
    if (stacks.length < 20) skip(context, `${stacks.length} samples in the vdso`);
    const whole = / ask main .*_start$/;
    expect(stacks.filter((text) => !whole.test(text)).slice(0, 3)).toEqual([]);
    expect(stacks.filter((text) => text.includes('clock_gettime')).length).toBe(stacks.length);
  });
});
