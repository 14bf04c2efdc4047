import { describe, expect, it } from 'vitest';
import { findOutliers } from './outliers.ts';

const usual = Array.from({ length: 20 }, (_, at) => 100e6 + at * 1e5);

/** Twenty usual runs, one of which is other. */
function withOne(
  at: number,
  other: { wallNs: number; cpuNs?: number; switches?: number; disk?: number },
) {
  const column = (values: readonly number[], value: number): number[] =>
    values.map((each, index) => (index === at ? value : each));
  const none = usual.map(() => 0);
  return findOutliers({
    wallNs: column(usual, other.wallNs),
    cpuNs: column(usual, other.cpuNs ?? 100e6),
    involuntarySwitches: column(none, other.switches ?? 0),
    majorFaults: column(none, other.disk ?? 0),
  });
}

describe('runs far off the median', () => {
  it('are none where all are alike', () => {
    expect(withOne(3, { wallNs: 101e6 })).toEqual([]);
  });

  it('are named with what the numbers tell of their cause', () => {
    const late = { wallNs: 300e6 };
    expect(withOne(0, late)).toMatchObject([{ run: 0, cause: 'first run' }]);
    expect(withOne(5, late)).toMatchObject([{ run: 5, cause: 'scheduling' }]);
    expect(withOne(5, { ...late, cpuNs: 300e6 })).toMatchObject([{ cause: 'unknown' }]);
    const pushedOut = { ...late, cpuNs: 300e6, switches: 9 };
    expect(withOne(5, pushedOut)).toMatchObject([{ cause: 'scheduling' }]);
    expect(withOne(5, { ...late, disk: 2 })).toMatchObject([{ cause: 'disk' }]);
    expect(withOne(5, { wallNs: 20e6, cpuNs: 20e6 })).toMatchObject([{ cause: 'unknown' }]);
  });
});
