import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileFromPicture } from '../../profile/testing/picture.ts';
import { NameList } from '../packed-names.ts';
import { explore, timedSamples, timelineProfile, wholeScope } from '../testing/timeline.ts';
import { answerFunctions, type FunctionsAnswer } from './functions.ts';
import { answerSearch, type SearchAnswer } from './search.ts';
import { answerTree, type TreeAnswer } from './tree.ts';

function search(exploration: ReturnType<typeof explore>, expression: string): SearchAnswer {
  const request = { scope: wholeScope, by: 'functions', expression } as const;
  return answerSearch(exploration, request) as SearchAnswer;
}

function matched(exploration: ReturnType<typeof explore>, expression: string): string[] {
  const { matches } = search(exploration, expression);
  const shape = { direction: 'top-down', order: 'name', by: 'functions' } as const;
  const tree = answerTree(exploration, { scope: wholeScope, shape, minimumShare: 0 }) as TreeAnswer;
  const names = new NameList(tree.keys.names);
  return Array.from({ length: names.length }, (_, key) => key)
    .filter((key) => (((matches[key >> 5] as number) >>> (key & 31)) & 1) === 1)
    .map((key) => names.at(key));
}

describe('search', () => {
  const exploration = explore(
    profileFromPicture(`
      main        main   main       main
      Parser::go  eval   parse_all  idle@libc.so
      Parser::go  eval   x
      read        3      1          1`),
  );

  it('sums what passes through a match once, however often it recurs', () => {
    const found = search(exploration, 'parse');
    expect([found.value, found.samples, found.functions]).toEqual([2, 2, 2]);
    expect(found.share).toBeCloseTo(2 / 6);
  });

  it('heeds case only where the expression has capitals', () => {
    expect(matched(exploration, 'parse')).toEqual(['Parser::go', 'parse_all']);
    expect(matched(exploration, 'Parse')).toEqual(['Parser::go']);
    expect(matched(exploration, '^\\S+_all$')).toEqual(['parse_all']);
  });

  it('finds modules, and takes a broken expression for text', () => {
    expect(matched(exploration, 'libc')).toEqual(['idle']);
    expect(search(exploration, 'parse(').problem).not.toBe('');
    expect(matched(exploration, '::go')).toEqual(['Parser::go']);
    expect(search(exploration, '').functions).toBe(0);
    expect(search(exploration, 'nowhere')).toMatchObject({ value: 0, functions: 0, problem: '' });
  });

  it('finds as much as looking at every sample does', () => {
    fc.assert(
      fc.property(timedSamples, fc.constantFrom('a', 'a|c', '[b-d]', 'z'), (samples, source) => {
        const found = search(explore(timelineProfile(samples)), source);
        const hits = samples.filter(
          ({ path, value }) => value > 0 && path.some((name) => new RegExp(source).test(name)),
        );
        expect(found.value).toBe(hits.reduce((sum, { value }) => sum + value, 0));
        expect(found.samples).toBe(hits.length);
        const names = new Set(hits.flatMap(({ path }) => path));
        expect(found.functions).toBe([...names].filter((n) => new RegExp(source).test(n)).length);
      }),
    );
  });
});

describe('functions', () => {
  it('have the self and total that looking at every sample gives', () => {
    fc.assert(
      fc.property(timedSamples, (samples) => {
        const live = samples.filter(({ value }) => value > 0);
        const request = { scope: wholeScope, by: 'functions' } as const;
        const answer = answerFunctions(explore(timelineProfile(samples)), request);
        const rows = answer as FunctionsAnswer;
        const names = new NameList(rows.keys.names);
        const expected = new Set(live.flatMap(({ path }) => path));
        expect(rows.length).toBe(expected.size);
        expect(rows.whole).toBe(live.reduce((sum, { value }) => sum + value, 0));
        for (let row = 0; row < rows.length; row++) {
          const name = names.at(rows.key[row] as number);
          const self = live.filter(({ path }) => path.at(-1) === name);
          const total = live.filter(({ path }) => path.includes(name));
          expect(rows.self[row]).toBe(self.reduce((sum, { value }) => sum + value, 0));
          expect(rows.total[row]).toBe(total.reduce((sum, { value }) => sum + value, 0));
          expect(rows.selfSamples[row]).toBe(self.length);
          expect(rows.totalSamples[row]).toBe(total.length);
        }
        expect([...rows.self]).toEqual([...rows.self].sort((a, b) => b - a));
      }),
    );
  });

  it.each(['self', 'total', 'samples', 'name', 'module'])(
    'are sorted by %s, both ways',
    (column) => {
      const sample = { cpu: 0, timeNs: 0, thread: 0 };
      const exploration = explore(
        timelineProfile([
          { ...sample, path: ['main', 'c', 'b'], value: 5 },
          { ...sample, path: ['main', 'a'], value: 7 },
          { ...sample, path: ['main', 'c'], value: 1 },
          { ...sample, path: ['main', 'c'], value: 1 },
        ]),
      );
      const namesBy = (sort: string): string => {
        const rows = answerFunctions(exploration, { scope: wholeScope, by: 'functions', sort });
        const { key, keys } = rows as FunctionsAnswer;
        return Array.from(key, (each) => new NameList(keys.names).at(each)).join(' ');
      };
      // The same module for all: then the largest come first.
      const orders: Readonly<Record<string, readonly [string, string]>> = {
        self: ['main c b a', 'a b c main'],
        total: ['b a c main', 'main a c b'],
        samples: ['a b c main', 'main c a b'],
        name: ['a b c main', 'main c b a'],
        module: ['a b c main', 'a b c main'],
      };
      expect([namesBy(column), namesBy(`${column}-`)]).toEqual(orders[column]);
    },
  );
});
