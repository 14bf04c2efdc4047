import { expect, it } from 'vitest';
import type { ImagePlaces } from './image-places.ts';
import { foundShare, lineStaleness, sampledNames } from './line-staleness.ts';
import { parseSampleText } from './parse-sample-text.ts';

const profile = parseSampleText(
  new TextEncoder().encode(
    'main:160:1\n 1: 0\n 2: 10\n 3.1: 50\n 6: 20\n 2: small:80\n  0: 0\n  1: 60\n  2: 20\n',
  ),
);

/** `main: 1 2 3.1; main/small: 0 1`. */
function program(text: string): ImagePlaces {
  const within = new Map<string, Map<string, Set<string>>>();
  const anywhere = new Map<string, Set<string>>();
  for (const part of text.split('; ')) {
    const [names = '', places = ''] = part.split(': ');
    const [outer = '', inner = outer] = names.split('/');
    const own = new Set(places.split(' '));
    within.set(outer, (within.get(outer) ?? new Map()).set(inner, own));
    anywhere.set(inner, new Set([...(anywhere.get(inner) ?? []), ...own]));
  }
  return { within, anywhere };
}

function lostBy(text: string): [number, Record<string, string>] {
  const { lost, functions } = lineStaleness(profile, program(text));
  const reasons = functions.filter((each) => each.lost > 0);
  return [
    Math.round(lost * 160),
    Object.fromEntries(reasons.map(({ name, reason }) => [name, reason])),
  ];
}

it('knows whose lines a profile has', () => {
  expect([...sampledNames(profile)].sort()).toEqual(['main', 'small']);
});

it('finds what is inlined otherwise', () => {
  expect(foundShare(profile, program('main: 1 2 3.2 6; small: 0 1 2'))).toBe(1);
  expect(foundShare(profile, program('main: 1 2; small: 0 1'))).toBe(70 / 160);
  expect(foundShare(profile, program('other: 1'))).toBe(0);
});

it.each([
  ['nothing', 'main: 1 2 3.1 6; main/small: 0 1 2', 0, {}],
  [
    'a line inside',
    'main: 1 2 3 4.1 7; main/small: 0 1 2',
    80,
    { main: 'it has changed from its line 1 on' },
  ],
  [
    'which of equal lines is new',
    'main: 1 2 3.1 6; main/small: 0 1 2 3',
    80,
    { small: 'it has changed from its line 0 on' },
  ],
  [
    'one line',
    'main: 1 2 3.1 3.2 6; main/small: 0 1 2',
    50,
    { main: 'it has changed in its line 3' },
  ],
  ['a function that is gone', 'main: 1 2 3.1 6', 80, { small: 'it is gone' }],
  [
    'one that is no longer inlined',
    'main: 1 2 3.1 6; small: 0 1 2 3',
    80,
    { small: 'it is no longer inlined into main' },
  ],
  [
    'one that is no longer inlined into what has changed',
    'main: 1 2 3.1 3.2 6; small: 0 1',
    70,
    { main: 'it has changed in its line 3', small: 'it has changed in its line 2' },
  ],
  ['no discriminators in the program', 'main: 1 2 3 6; main/small: 0 1 2', 0, {}],
  ['everything', 'other: 1', 160, { main: 'it is gone', small: 'it is gone' }],
])('%s', (_, text, lost, reasons) => {
  expect(lostBy(text)).toEqual([lost, reasons]);
});
