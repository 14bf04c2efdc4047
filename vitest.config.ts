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
      group(
        'parts',
        { order: 0, workers: everyCore, retry: 0 },
        {
          include: ['src/**/*.test.ts', ...readers],
          exclude: [recorders],
        },
      ),
      group('pages', { order: 1, workers: everyCore, retry: 1 }, { include: [pages] }),
      group(
        'whole',
        { order: 2, workers: 1, retry: 1 },
        {
          include: ['tests/**/*.test.ts', recorders],
          exclude: [pages, ...readers],
        },
      ),
    ],
  },
});

interface Turn {
  /** Groups run one after the other. */
  readonly order: number;
  readonly workers: number;
  /**
   * A sample of a moment in which the machine was elsewhere may miss what it looks for; a fault of
   * ours fails twice. `npm test` names what needed its second try.
   */
  readonly retry: number;
}

function group(name: string, turn: Turn, files: { include: string[]; exclude?: string[] }) {
  const { order, workers, retry } = turn;
  const test = { name, ...files, maxWorkers: workers, retry, sequence: { groupOrder: order } };
  return { extends: true as const, test };
}
