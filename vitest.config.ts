import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    env: { TZ: 'UTC', LC_ALL: 'C', NO_COLOR: '1' },
    pool: 'forks',
    // Judges compile, record and drive a browser; a hang is still caught.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
