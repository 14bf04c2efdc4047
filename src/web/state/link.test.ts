import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLink, parseLink } from './link.ts';
import { dropStep, focusStep, hideStep, mergeStep, subtreeStep } from './transform-step.ts';
import { initialState, type ViewState, viewNames } from './view-state.ts';

const name = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom(
    'a&b=c#?~@:/;,',
    '100%',
    '%zz',
    '<img src=x onerror=alert(1)>',
    'core::ops::Fn<(A,)>::call',
    'github.com/x/y.(*T).f',
    'ä\u202e\0',
    '/x/',
  ),
);
const ns = fc.integer({ min: 0, max: 4e15 });
const range = fc
  .tuple(ns, ns)
  .map(([a, b]) => ({ startNs: Math.min(a, b), endNs: Math.max(a, b) }));
const step = fc.oneof(
  name.map(focusStep),
  name.map(mergeStep),
  name.map(dropStep),
  name.map(hideStep),
  fc.array(name, { minLength: 1, maxLength: 5 }).map(subtreeStep),
  fc.constant('mine'),
);
const indices = fc.array(fc.nat(1e6), { maxLength: 4 });

const state: fc.Arbitrary<ViewState> = fc.record({
  view: fc.constantFrom(...viewNames),
  files: fc.array(fc.nat(20), { minLength: 1, maxLength: 2 }),
  ranges: fc.array(range, { maxLength: 3 }),
  baseRange: fc.option(range),
  threads: indices,
  cpus: indices,
  event: fc.oneof(fc.constant(''), name),
  value: fc.oneof(fc.constant(''), name),
  transforms: fc.array(step, { maxLength: 4 }),
  search: fc.oneof(fc.constant(''), name),
  selectedPath: fc.constant([]),
  selected: fc.option(fc.record({ name, module: fc.oneof(fc.constant(''), name) })),
  zoom: fc.array(name, { maxLength: 5 }),
  invert: fc.boolean(),
  shape: fc.constantFrom('flame', 'icicle'),
  order: fc.constantFrom('weight', 'name'),
  by: fc.constantFrom('functions', 'modules', 'files', 'lines'),
  colour: fc.constantFrom('module', 'kind', 'self', 'diff'),
  line: fc.option(fc.nat(1e6)),
  address: fc.option(fc.nat()),
  heat: fc.constantFrom('rows', 'columns'),
  syntax: fc.constantFrom('intel', 'att'),
  bytes: fc.boolean(),
  sourceLines: fc.boolean(),
  sort: fc.constantFrom('', 'self', 'total-'),
  diff: fc.constantFrom('all', 'changed', 'new', 'removed'),
  width: fc.constantFrom('both', 'base', 'new'),
  side: fc.constantFrom('new', 'base'),
  measure: fc.constantFrom('self', 'total'),
  isShares: fc.boolean(),
  others: fc.constantFrom([], [['later', '1'] as const]),
});

describe('links', () => {
  it('restore every state, whatever the names', () => {
    fc.assert(
      fc.property(state, ns, (before, originNs) => {
        const link = formatLink(before, originNs);
        expect(parseLink(link, originNs)).toEqual(before);
        expect(link).toMatch(/^#[\w-]+(\?[\w%.~,:/@=&-]*)?$/);
      }),
    );
  });

  it('survive any text, and keep what they cannot read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const once = parseLink(text);
        expect(parseLink(formatLink(once))).toEqual(once);
      }),
    );
    const hostile = parseLink('#flame-graph?range=9-1&line=-5&addr=zz&q=%E0%A4%A&by=x&new=%%&v=2');
    expect(hostile).toMatchObject({
      view: 'flame-graph',
      ranges: [],
      line: null,
      search: '%E0%A4%A',
    });
    expect(hostile.others.map(([key]) => key)).toEqual(['range', 'line', 'addr', 'by', 'new', 'v']);
  });

  it('are written as the grammar says, defaults left out', () => {
    expect(formatLink(initialState)).toBe('#summary');
    const link = formatLink(
      {
        ...initialState,
        view: 'flame-graph',
        files: [0, 1],
        ranges: [
          { startNs: 7.2e9, endNs: 8.4e9 },
          { startNs: 7.5e9, endNs: 7.5e9 + 1 },
        ],
        transforms: [focusStep('a::b<c>'), subtreeStep(['main', 'x/y']), 'mine', hideStep('^std')],
        search: 'find|push',
        selected: { name: 'f', module: 'libc.so.6' },
        zoom: ['main', 'run'],
        invert: true,
        by: 'lines',
        address: 0x1f4,
        sort: 'self-',
      },
      5e9,
    );
    expect(link).toBe(
      '#flame-graph?file=0,1&range=2.2-3.4~2.5-2.500000001' +
        '&t=focus:a%3A%3Ab%3Cc%3E~subtree:main/x%2Fy~mine~hide:%5Estd' +
        '&q=find%7Cpush&sel=f@libc.so.6&zoom=main/run&invert=1&by=line&addr=1f4&sort=self-',
    );
  });

  it('of an unknown view show the summary', () => {
    expect(parseLink('#nowhere?q=x')).toMatchObject({ view: 'summary', search: 'x' });
    expect(parseLink('')).toEqual(initialState);
  });
});
