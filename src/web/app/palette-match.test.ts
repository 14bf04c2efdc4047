import { describe, expect, it } from 'vitest';
import { bestMatches, matchScore } from './palette-match.ts';

const titles = [
  'Summary',
  'Top functions',
  'Focus function',
  'Focus subtree',
  'Undo the last step',
];
const best = (query: string): readonly string[] => bestMatches(titles, (text) => text, query, 3);

describe('the palette', () => {
  it('finds words in any order, starts of words first', () => {
    expect(best('func')[0]).toBe('Top functions');
    expect(best('function focus')).toEqual(['Focus function']);
    expect(best('sub')).toEqual(['Focus subtree']);
    expect(best('tf')[0]).toBe('Top functions');
    expect(best('zzz')).toEqual([]);
  });

  it('shows the first ones when nothing is asked', () => {
    expect(best('')).toEqual(titles.slice(0, 3));
  });

  it('does not find everything in long names', () => {
    const name = 'core::iter::adapters::map::Map<I, F> as core::iter::Iterator';
    expect(matchScore(name, 'cmp')).toBe(0);
    expect(matchScore(name, 'iterator')).toBeGreaterThan(0);
  });
});
