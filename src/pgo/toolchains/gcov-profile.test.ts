import { describe, expect, it } from 'vitest';
import { notesPath } from './gcov-profile.ts';

describe('notesPath', () => {
  it.each([
    ['home/me/app/a.gcda', '/home/me/app/a.gcno'],
    ['#home#me#app#a.gcda', '/home/me/app/a.gcno'],
    // An object above the folder of the build.
    ['#home#me#app#^#lib#a^b.gcda', '/home/me/app/../lib/a^b.gcno'],
  ])('%s', (counters, notes) => {
    expect(notesPath(counters)).toBe(notes);
  });
});
