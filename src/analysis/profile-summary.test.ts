import { describe, expect, it } from 'vitest';
import { profileFromPicture } from '../profile/testing/picture.ts';
import { profileSummary, usedNumbers } from './profile-summary.ts';

describe('the numbers that a column uses', () => {
  it('are each once and ascending, small, large and unknown ones', () => {
    const column = Int32Array.of(33, 0, -1, 31, 33, 5000, 32, 0, 2 ** 29);
    expect(usedNumbers(column)).toEqual([0, 31, 32, 33, 5000, 2 ** 29]);
    expect(usedNumbers(Int32Array.of(-1, -1))).toEqual([]);
  });
});

describe('a summary', () => {
  it('is the same where its caller knows what it would count', () => {
    const profile = profileFromPicture('main main\na    b\n3    4');
    const known = { stacks: 2, spanNs: 0, cpus: 0 };
    expect(profileSummary(profile, 0, known)).toEqual(profileSummary(profile, 0));
  });
});
