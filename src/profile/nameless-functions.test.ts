import { expect, it } from 'vitest';
import { ProfileBuilder } from './builder.ts';
import { placeNameless } from './nameless-functions.ts';
import type { Profile } from './tables.ts';

function named(
  ...functions: readonly (readonly [name: string, file: string, line: number])[]
): Profile {
  const builder = new ProfileBuilder();
  for (const [name, file, startLine] of functions) {
    builder.addFunction({ name: builder.string(name), file: builder.string(file), startLine });
  }
  return builder.finish();
}

function namesOf({ functions, strings }: Profile): (string | undefined)[] {
  return Array.from(functions.name, (row) => strings[row]);
}

it('tells functions without a name apart by where they stand', () => {
  const profile = named(
    ['(anonymous)', '/srv/app/main.js', 1],
    ['(anonymous)', '/srv/app/main.js', 12],
    ['(anonymous)', 'node:internal/main/run', 1],
    ['<lambda>', 'C:\\work\\tool.py', 0],
    ['(anonymous)', '', 3],
    ['count', '/srv/app/main.js', 12],
  );
  expect(namesOf(placeNameless(profile))).toEqual([
    '(anonymous) main.js:1',
    '(anonymous) main.js:12',
    '(anonymous) run:1',
    '<lambda> tool.py',
    '(anonymous)',
    'count',
  ]);
});

it('leaves a profile of named functions as it is', () => {
  const profile = named(['main', 'main.c', 1]);
  expect(placeNameless(profile)).toBe(profile);
});
