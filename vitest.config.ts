import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const recorders = 'src/record/**/*.test.ts';
const pages = 'tests/browser/**/*.test.ts';
const alone = 'tests/**/*.alone.test.ts';
const everyCore = availableParallelism();

export default defineConfig({
  test: {
    env: { TZ: 'UTC', LC_ALL: 'C', NO_COLOR: '1' },
    pool: 'forks',
    // No module keeps state, so files need no process each: that saves reading every module anew.
    isolate: false,
    // Judges compile, record and drive a browser; a hang is still caught.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A page on a busy machine is slow, not wrong: what is polled for must come, not come soon.
    expect: { poll: { timeout: 30_000, interval: 50 } },
    projects: [
      group(
        'parts',
        { order: 0, workers: everyCore, retry: 0 },
        { include: ['src/**/*.test.ts'], exclude: [recorders] },
      ),
      group('pages', { order: 1, workers: everyCore + 1, retry: 1 }, { include: [pages] }),
      group(
        'whole',
        { order: 2, workers: everyCore, retry: 1 },
        { include: ['tests/**/*.test.ts', recorders], exclude: [pages, alone] },
      ),
      // What compares times gets the machine for itself.
      group('alone', { order: 3, workers: 1, retry: 1 }, { include: [alone] }),
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
