import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../profile/index.ts';
import { explored, scopeOf } from '../testing/explored.ts';
import { placedProfile } from '../testing/placed-profile.ts';
import { answerCompareAssembly, answerCompareAssemblyFunctions } from './compare-assembly.ts';
import { answerCompareSource, type ComparedSource } from './compare-source.ts';
import { answerCompareSourceFiles } from './compare-source-files.ts';
import { answerCompareSourceLine } from './compare-source-line.ts';

const sides = { base: scopeOf(0), after: scopeOf(1), normalize: false };
const grind = { name: 'grind', module: '' };

/** `line: base → new` of self costs. */
function selfOf({ line, self, base }: ComparedSource): string[] {
  return Array.from(line, (number, row) => `${number}: ${base.self[row]} → ${self[row]}`);
}

describe('lines of two recordings', () => {
  const before = placedProfile({
    samples: ['main:main.c:4@1 grind:main.c:2@110 6', 'main:main.c:4@1 gone:main.c:3@120 4'],
    sources: { 'main.c': 'int grind() {\nloop\nold\ncall\n' },
    code: [],
  });
  const after = placedProfile({
    samples: ['main:main.c:5@1 grind:main.c:3@110 2', 'main:main.c:5@1 grind:main.c:2@111 1'],
    sources: { 'main.c': 'int grind() {\nfresh\nloop\n\ncall\n' },
    code: [],
  });

  it('are found by their text where it moved, and what has no line is said', async () => {
    const found = await answerCompareSource(explored(before, after), {
      ...sides,
      ...grind,
      file: '',
    });
    expect(selfOf(found)).toEqual(['2: 0 → 1', '3: 6 → 2', '5: 0 → 0']);
    expect(found).toMatchObject({
      match: 'text',
      shownSide: 'new',
      otherFile: 'main.c',
      hotLine: 3,
      lost: { lines: 1, self: 4 },
    });
  });

  it('are the same in the same text, also with the file elsewhere', async () => {
    const moved = placedProfile({
      samples: ['main:src/main.c:4@1 grind:src/main.c:2@110 9'],
      sources: { 'src/main.c': 'int grind() {\nloop\nold\ncall\n' },
      code: [],
    });
    const found = await answerCompareSource(explored(before, moved), {
      ...sides,
      ...grind,
      file: '',
    });
    expect(selfOf(found)).toEqual(['2: 6 → 9', '3: 4 → 0', '4: 0 → 0']);
    expect(found).toMatchObject({ match: 'same', otherFile: 'main.c', lost: { lines: 0 } });
    const files = await answerCompareSourceFiles(explored(before, moved), sides);
    expect(files.files.map(({ file, self, base }) => [file, base.self, self])).toEqual([
      ['src/main.c', 10, 9],
    ]);
  });

  it('are shown of the base where the function is gone', async () => {
    const found = await answerCompareSource(explored(before, after), {
      ...sides,
      name: 'gone',
      module: '',
      file: '',
    });
    expect(found).toMatchObject({ shownSide: 'base', hotLine: 3 });
    expect(selfOf(found)).toContain('3: 4 → 0');
  });

  it('have callers and callees of both sides', async () => {
    const found = await answerCompareSourceLine(explored(before, after), {
      ...sides,
      file: 'main.c',
      line: 5,
      shownSide: 'new',
    });
    expect(found).toMatchObject({ otherLine: 4, total: 3, base: { total: 10 } });
    expect(found.callees.map(({ name, base, total }) => [name, base, total])).toEqual([
      ['gone', 4, 0],
      ['grind', 6, 3],
    ]);
  });

  it('add up to what adding up samples one by one gives', async () => {
    const sample = fc.record({
      line: fc.integer({ min: 1, max: 5 }),
      count: fc.integer({ min: 1, max: 9 }),
    });
    const run = fc.array(sample, { minLength: 1, maxLength: 8 });
    const text = 'a\nb\nc\nd\ne\n';
    await fc.assert(
      fc.asyncProperty(run, run, async (old, now) => {
        const profiles = [old, now].map((samples) =>
          placedProfile({
            samples: samples.map(({ line, count }) => `grind:x.c:${line}@${line} ${count}`),
            sources: { 'x.c': text },
            code: [],
          }),
        );
        const found = await answerCompareSource(explored(...profiles), {
          ...sides,
          ...grind,
          file: '',
        });
        const sum = (of: typeof old, line: number): number =>
          of.filter((each) => each.line === line).reduce((all, { count }) => all + count, 0);
        const lines = [...new Set([...old, ...now].map(({ line }) => line))].sort((a, b) => a - b);
        expect(selfOf(found)).toEqual(
          lines.map((line) => `${line}: ${sum(old, line)} → ${sum(now, line)}`),
        );
      }),
      { numRuns: 40 },
    );
  });
});

/** `grind` with this code, three samples at each address. */
function recorded(bytes: readonly number[], at: readonly number[]): Profile {
  return placedProfile({
    samples: at.map((address) => `grind:main.c:2@${address} 3`),
    sources: {},
    code: [{ address: 100, bytes }],
  });
}

describe('machine code of two recordings', () => {
  // push rbp; nop; call; ret
  const code = [0x55, 0x90, 0xe8, 1, 0, 0, 0, 0xc3];
  const request = { ...sides, ...grind, syntax: 'intel', side: 'new' } as const;

  it('has the change of each instruction where it is the same', async () => {
    const found = await answerCompareAssembly(
      explored(recorded(code, [100, 101, 101]), recorded(code, [101])),
      request,
    );
    expect(found).toMatchObject({ match: 'same', length: 4 });
    expect([...(found.base?.self ?? [])]).toEqual([3, 6, 0, 0]);
    expect([...found.self]).toEqual([0, 3, 0, 0]);
  });

  it('also where only what it refers to has moved', async () => {
    const moved = code.with(3, 77);
    const found = await answerCompareAssembly(
      explored(recorded(code, [100]), recorded(moved, [100])),
      request,
    );
    expect(found.match).toBe('moved');
    expect(found.base).not.toBeNull();
  });

  it('is of one side where it differs, and says how large both are', async () => {
    const longer = [0x90, 0x90, ...code];
    const exploration = explored(recorded(code, [100]), recorded(longer, [100, 101]));
    const found = await answerCompareAssembly(exploration, request);
    expect(found).toMatchObject({
      match: 'different',
      shownSide: 'new',
      base: null,
      sides: { base: { instructions: 4, self: 3 }, new: { instructions: 6, self: 6 } },
    });
    const base = await answerCompareAssembly(exploration, { ...request, side: 'base' });
    expect(base).toMatchObject({ shownSide: 'base', length: 4 });
    const { functions } = await answerCompareAssemblyFunctions(exploration, sides);
    expect(functions.map(({ name, base: old, self }) => [name, old.self, self])).toEqual([
      ['grind', 3, 6],
    ]);
  });
});
