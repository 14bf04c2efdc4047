import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const recorders = 'src/record/**/*.test.ts';
const pages = 'tests/browser/**/*.test.ts';
/** Whole programs and judges that only read: none of them samples or times anything. */
const readers = [
  'tests/{fuzz,generated,hostile-input,layers,parallel-reading,round-trip}.test.ts',
  'tests/judges/{cfi,completion,debug-files,demangle,event-names,go-symbols,objdump,readelf}.test.ts',
  'tests/judges/{inferno,llvm-profdata,pprof,profile-staleness,speedscope,symbolize}*.test.ts',
  'tests/judges/unwind-{aarch64,steps}.test.ts',
];
const everyCore = availableParallelism();

export default defineConfig({
  test: {
    env: { TZ: 'UTC', LC_ALL: 'C', NO_COLOR: '1' },
    pool: 'forks',
    // Judges compile, record and drive a browser; a hang is still caught.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A page on a busy machine is slow, not wrong: what is polled for must come, not come soon.
    expect: { poll: { timeout: 30_000, interval: 50 } },
    // What records and measures gets the machine for itself; the rest shares it.
    projects: [
      group('parts', 0, everyCore, ['src/**/*.test.ts', ...readers], [recorders]),
      group('pages', 1, everyCore, [pages]),
      group('whole', 2, 1, ['tests/**/*.test.ts', recorders], [pages, ...readers]),
    ],
  },
});

/** Groups run one after the other. */
function group(
  name: string,
  groupOrder: number,
  maxWorkers: number,
  include: string[],
  exclude: string[] = [],
) {
  const test = { name, include, exclude, maxWorkers, sequence: { groupOrder } };
  return { extends: true as const, test };
}
