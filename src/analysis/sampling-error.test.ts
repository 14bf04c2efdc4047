import { describe, expect, it } from 'vitest';
import { samplesForError, shareError } from './sampling-error.ts';

describe('the error of a share', () => {
  it('is that of the normal approximation where there are many samples', () => {
    expect(shareError(0.3, 10_000)).toBeCloseTo(1.96 * Math.sqrt(0.21 / 10_000), 4);
  });

  it('is large for few samples, also when they all agree', () => {
    expect(shareError(1, 1)).toBeGreaterThan(0.3);
    expect(shareError(0, 5)).toBeGreaterThan(0.2);
    expect(shareError(1, 10_000)).toBeLessThan(0.001);
    expect(shareError(0.5, 0)).toBe(1);
  });

  it('falls to what is wanted with the samples it asks for, and not before', () => {
    for (const share of [0, 0.02, 0.5, 0.9, 1]) {
      for (const error of [0.2, 0.03, 0.004]) {
        const samples = samplesForError(share, error);
        expect(shareError(share, samples)).toBeLessThanOrEqual(error);
        expect(shareError(share, samples - 1)).toBeGreaterThan(error);
      }
    }
  });
});
