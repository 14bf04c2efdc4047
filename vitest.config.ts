import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const recorders = 'src/record/**/*.test.ts';
const pages = 'tests/browser/**/*.test.ts';
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
      group('parts', 0, everyCore, { include: ['src/**/*.test.ts'], exclude: [recorders] }),
      group('pages', 1, everyCore, { include: [pages] }),
      group('whole', 2, 1, { include: ['tests/**/*.test.ts', recorders], exclude: [pages] }),
    ],
  },
});

/** Groups run one after the other. */
function group(
  name: string,
  groupOrder: number,
  maxWorkers: number,
  files: { include: string[]; exclude?: string[] },
) {
  return { extends: true as const, test: { name, ...files, maxWorkers, sequence: { groupOrder } } };
}
