import { describe, expect, it } from 'vitest';
import { filterByName, showFrom } from './filter.ts';
import { mergeProfiles } from './merge.ts';
import { pruneFrom } from './prune.ts';
import type { Profile } from './tables.ts';
import { foldedPicture, profileFromPicture } from './testing/picture.ts';
import { parseTransform } from './transform.ts';
import { validateProfile } from './validate.ts';

const program = profileFromPicture(`
  main   main   main        idle
  parse  parse  eval
  read          parse
                read@libc
  1      2      4           8
`);

function folded(profile: Profile): string[] {
  validateProfile(profile);
  return foldedPicture(profile).split('\n');
}

describe('filterByName', () => {
  it('keeps samples that pass focus and not ignore', () => {
    const { profile } = filterByName(program, { focus: /parse/, ignore: /eval/ });
    expect(folded(profile)).toEqual(['main;parse;read 1', 'main;parse 2']);
  });

  it('gives the cost of hidden frames to their callers and drops samples left empty', () => {
    const { profile } = filterByName(program, { hide: /parse|idle/ });
    expect(folded(profile)).toEqual(['main;read 1', 'main 2', 'main;eval;read 4']);
  });

  it('matches the image too', () => {
    const { profile } = filterByName(program, { show: /libc|main/ });
    expect(folded(profile)).toEqual(['main 1', 'main 2', 'main;read 4']);
  });

  it('names the filters that matched nothing', () => {
    expect(filterByName(program, { focus: /x/, hide: /y/ }).unmatched).toEqual(['Focus', 'Hide']);
  });
});

describe('showFrom and pruneFrom', () => {
  const recursive = profileFromPicture(`
    A
    B
    C
    B
    D
  `);
  // The examples in the comments of pprof's filter.go and prune.go.
  it.each([
    ['A', 'A;B;C;B;D 1'],
    ['B', 'B;C;B;D 1'],
    ['C', 'C;B;D 1'],
    ['X', ''],
  ])('show from %s', (name, expected) => {
    expect(folded(showFrom(recursive, new RegExp(name)).profile).join()).toBe(expected);
  });

  it.each([
    ['D', 'A;B;C;B;D 1'],
    ['B', 'A;B;C;B 1'],
    ['A', 'A 1'],
    ['X', 'A;B;C;B;D 1'],
  ])('prune from %s', (name, expected) => {
    expect(folded(pruneFrom(recursive, new RegExp(name))).join()).toBe(expected);
  });
});

describe('transforms', () => {
  it.each([
    ['focus:parse', ['parse;read 1', 'parse 2', 'parse;read 4']],
    ['subtree:eval/parse', ['parse;read 4']],
    ['merge:parse', ['main;read 1', 'main 2', 'main;eval;read 4', 'idle 8']],
    ['drop:parse', ['idle 8']],
    ['module:libc', ['main;parse;read 1', 'main;parse 2', 'main;eval;parse;[libc] 4', 'idle 8']],
    [
      'rename:/^(.)a/<$1>/',
      ['<m>in;<p>rse;read 1', '<m>in;<p>rse 2', '<m>in;eval;<p>rse;read 4', 'idle 8'],
    ],
    ['invert', ['read;parse;main 1', 'parse;main 2', 'read;parse;eval;main 4', 'idle 8']],
  ])('%s', (step, expected) => {
    expect(folded(parseTransform(step)(program))).toEqual(expected);
  });

  it('folds direct and indirect recursion onto the outermost entry', () => {
    const recursive = profileFromPicture(`
      a  a  a  a
      f  f  f  f
      b  b  b  f
      f  f  c
      c  b  b
         c  d
    `);
    expect(folded(parseTransform('recursion')(recursive))).toEqual([
      'a;f;c 1',
      'a;f;b;c 1',
      'a;f;b;d 1',
      'a;f 1',
    ]);
    expect(folded(parseTransform('recursion:b')(recursive))).toEqual([
      'a;f;b;f;c 1',
      'a;f;b;c 1',
      'a;f;b;d 1',
      'a;f;f 1',
    ]);
  });
});

describe('mergeProfiles', () => {
  it('sums samples alike', () => {
    const merged = mergeProfiles([program, profileFromPicture('main  new\n3     5')]);
    expect(folded(merged)).toEqual([
      'main;parse;read 1',
      'main;parse 2',
      'main;eval;parse;read 4',
      'idle 8',
      'main 3',
      'new 5',
    ]);
    expect(mergeProfiles([program, program]).samples.length).toBe(4);
  });
});
