import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { PerfFolder, readPerfData, stackNames } from './perf-recordings.ts';
import { requires } from './requires.ts';

const source = `
static inline __attribute__((always_inline)) long innermost(long s, long i) { return (s * 31 + i) ^ (s >> 7); }
static inline __attribute__((always_inline)) long middle(long s, long n) {
  for (long i = 0; i < n; i++) s = innermost(s, i);
  return s;
}
__attribute__((noinline)) long outer(long n) { volatile long s = middle(1, n); return s; }
int main(void) { volatile long s = 0; for (int i = 0; i < 50; i++) s = s + outer(4000000); return 0; }
`;

describe('stacks of frame pointers', () => {
  // The chain gives the functions that were really called, debug info what was inlined into each.
  requires('perf', 'cc')('show inlined functions as DWARF stacks do', async (context) => {
    using folder = new PerfFolder();
    const program = join(folder.path, 'program');
    writeFileSync(`${program}.c`, source);
    folder.run('cc', '-O2', '-g', '-fno-omit-frame-pointer', '-o', program, `${program}.c`);
    for (const graph of ['fp', 'dwarf,4096']) {
      const file = folder.record(context, ['-F', '999', '--call-graph', graph], [program]);
      const profile = await readPerfData(file);
      const counts = profile.samples.stack.length;
      let inlined = 0;
      for (let row = 0; row < counts; row++) {
        const names = stackNames(profile, row).join(' ');
        if (/\bmiddle outer main\b/.test(names)) inlined++;
      }
      expect(counts).toBeGreaterThan(20);
      // The rest are samples of the loader and of main itself.
      expect(inlined / counts).toBeGreaterThan(0.8);
    }
  });
});
