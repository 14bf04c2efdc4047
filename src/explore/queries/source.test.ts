import { describe, expect, it } from 'vitest';
import { NameList } from '../packed-names.ts';
import { explored, scopeOf } from '../testing/explored.ts';
import { placedProfile } from '../testing/placed-profile.ts';
import { answerAssembly } from './assembly.ts';
import { answerAssemblyFunctions } from './assembly-functions.ts';
import { answerSource } from './source.ts';
import { answerSourceFiles } from './source-files.ts';
import { answerSourceLine } from './source-line.ts';

const scope = scopeOf(0);

/** `grind` calls `step` in line 15, which is inlined; `step` calls `help` of another file. */
const profile = placedProfile({
  samples: [
    'main:main.c:30@1 grind:main.c:15@110 6',
    'main:main.c:30@1 grind:main.c:15@112 +step:step.h:7@112 3',
    'main:main.c:30@1 grind:main.c:15@112 +step:step.h:7@112 help:help.c:3@200 1',
    'main:main.c:31@2 2',
    // Recursion: line 30 stands twice, and counts once.
    'main:main.c:30@1 main:main.c:30@1 grind:main.c:14@100 4',
  ],
  sources: {
    'main.c': ['one', 'two', ...Array.from({ length: 12 }, () => ''), 'sum += step();'].join('\n'),
  },
  // 110: add rax,rcx · 113: jne 110 · 115: ret, and before them mov eax,1 at 108 (decimal 264 …)
  code: [
    {
      address: 100,
      bytes: [0xb8, 1, 0, 0, 0, 0xbb, 2, 0, 0, 0, 0x48, 0x01, 0xc8, 0x75, 0xfb, 0xc3],
    },
  ],
});

describe('source files', () => {
  it('are ranked by what was spent in them', () => {
    const { files, whole } = answerSourceFiles(explored(profile), { scope }) as Awaited<
      ReturnType<typeof answerSourceFiles>
    >;
    expect(whole).toEqual({ value: 16, samples: 16 });
    expect(
      files.map(({ file, self, total, line, hasText }) => [file, self, total, line, hasText]),
    ).toEqual([
      ['main.c', 12, 16, 15, true],
      ['step.h', 3, 4, 7, false],
      ['help.c', 1, 1, 3, false],
    ]);
  });
});

describe('a source file', () => {
  it('has the cost of each line, recursion once, and the hot line of the function', async () => {
    const answer = await answerSource(explored(profile), {
      scope,
      file: '',
      name: 'grind',
      module: '',
    });
    expect(answer.file).toBe('main.c');
    expect(answer.hotLine).toBe(15);
    expect(answer.text).toContain('sum += step();');
    const rows = Array.from(answer.line, (line, row) => [
      line,
      answer.self[row],
      answer.total[row],
    ]);
    expect(rows).toEqual([
      [14, 4, 4],
      [15, 6, 10],
      [30, 0, 14],
      [31, 2, 2],
    ]);
  });

  it('is empty for a function without one', async () => {
    const answer = await answerSource(explored(profile), {
      scope,
      file: '',
      name: 'gone',
      module: '',
    });
    expect([answer.file, answer.text, answer.line.length]).toEqual(['', null, 0]);
  });
});

describe('a line', () => {
  it('knows what it calls and where it is reached from', async () => {
    const answer = await answerSourceLine(explored(profile), { scope, file: 'main.c', line: 15 });
    expect([answer.name, answer.self, answer.total]).toEqual(['grind', 6, 10]);
    expect(answer.callees.map(({ name, total, isInlined }) => [name, total, isInlined])).toEqual([
      ['step', 4, true],
    ]);
    expect(answer.callers.map(({ name, file, line, total }) => [name, file, line, total])).toEqual([
      ['main', 'main.c', 30, 10],
    ]);
  });
});

describe('machine code', () => {
  it('has the cost of each instruction, its place and its loops', async () => {
    const request = { scope, name: 'grind', module: '', syntax: 'intel' } as const;
    const answer = await answerAssembly(explored(profile), request);
    const names = new NameList(answer.mnemonic);
    const operands = new NameList(answer.operands);
    const rows = Array.from(
      { length: answer.length },
      (_, row) => `${`${names.at(row)} ${operands.at(row)}`.trim()} ${answer.self[row]}`,
    );
    expect(rows).toEqual([
      'mov eax,0x1 4',
      'mov ebx,0x2 0',
      'add rax,rcx 9',
      'jne 0x6e 0',
      'ret 0',
    ]);
    expect(answer.totalSamples[2]).toBe(10);
    expect(answer.loops).toEqual([
      { first: 2, last: 3, depth: 1, isInnermost: true, instructions: 2, self: 9, samples: 9 },
    ]);
    expect(answer.targetRow[3]).toBe(2);
    expect(answer.places[answer.place[2] as number]).toMatchObject({
      file: 'step.h',
      inlined: ['step'],
    });
  });

  it('of an inlined function is that of the one around it', async () => {
    const request = { scope, name: 'step', module: '', syntax: 'att' } as const;
    const answer = await answerAssembly(explored(profile), request);
    expect([answer.owner, answer.missing, answer.length]).toEqual(['grind', '', 5]);
    expect(new NameList(answer.operands).at(2)).toBe('%rcx,%rax');
  });

  it('is listed by function, with what was inlined into each', async () => {
    const { functions, whole } = await answerAssemblyFunctions(explored(profile), { scope });
    expect(whole.value).toBe(16);
    expect(functions.map(({ name, self, total }) => [name, self, total])).toEqual([
      ['grind', 13, 14],
    ]);
  });

  it('that is not there says why', async () => {
    const ask = { scope, module: '', syntax: 'intel' } as const;
    const exploration = explored(profile);
    expect((await answerAssembly(exploration, { ...ask, name: 'help' })).missing).toMatch(
      /not among/,
    );
    expect((await answerAssembly(exploration, { ...ask, name: 'gone' })).missing).toMatch(
      /no sample/,
    );
    const bare = explored(placedProfile({ samples: ['f:a.c:1@5 1'], sources: {}, code: [] }));
    expect((await answerAssembly(bare, { ...ask, name: 'f' })).missing).toMatch(/no machine code/);
  });
});
