import { describe, expect, it } from 'vitest';
import type { BenchProgress } from '../bench/index.ts';
import { progressText } from './bench-progress.ts';

const run = { systemNs: 0, maxRssBytes: 0, minorFaults: 0, majorFaults: 0, status: 0 };
const switches = { voluntarySwitches: 0, involuntarySwitches: 0 };

function progress(round: number, rounds: number, ...medians: readonly number[]): BenchProgress {
  const series = medians.map((wallNs, at) => ({
    name: `command ${at}`,
    parameters: {},
    runs: [{ wallNs, userNs: 0, ...run, ...switches }],
  }));
  const measured = { series, again: null, metric: 'wall', margin: 0.01, seed: 1 } as const;
  return { phase: 'measuring', round, rounds, measured };
}

describe('the progress of a benchmark', () => {
  it('shows how far it is, medians so far and the time left', () => {
    const [bar, rest] = progressText(progress(4, 20, 2e6, 3e6), 10_000, 79);
    expect(bar).toBe('  ━━━━━');
    expect(rest).toBe('─────────────── measuring 5/20 · 2.00 ms · 3.00 ms · 30 s left');
  });

  it('fits the terminal', () => {
    for (const room of [0, 3, 30]) {
      const line = progressText(progress(4, 20, 2e6, 3e6), 10_000, room).join('');
      expect(line.length).toBeLessThanOrEqual(room);
    }
  });

  it('has nothing to say of commands that have not run', () => {
    expect(progressText(progress(0, 20), 0, 79)[1]).toBe('─────────────────── measuring 1/20');
  });
});
