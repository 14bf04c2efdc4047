import { describe, expect, it } from 'vitest';
import { frameKind, framesOf, type Profile, type StackIndex } from '../../profile/index.ts';
import { foldedPicture } from '../../profile/testing/picture.ts';
import { readText, writeText } from '../testing/read-text.ts';
import { folded } from './index.ts';

const read = (text: string | Uint8Array, chunkBytes?: number): Promise<Profile> =>
  readText(folded, text, { timeline: false, ...(chunkBytes !== undefined && { chunkBytes }) });

async function roundTrip(text: string): Promise<string> {
  return await writeText(folded, await read(text), 0);
}

describe('reading folded stacks', () => {
  it('sums lines alike and counts observations', async () => {
    const profile = await read('main;parse 2\nmain;eval 1\nmain;parse 3\n');
    expect(foldedPicture(profile)).toBe('main;parse 5\nmain;eval 1');
    expect(Array.from(profile.samples.count ?? [])).toEqual([5, 1]);
  });

  it('keeps every line for a timeline', async () => {
    const profile = await readText(folded, 'a 2\nb 1.5\na 3\n', { timeline: true });
    expect(foldedPicture(profile)).toBe('a 2\nb 1.5\na 3');
    expect(Array.from(profile.samples.count ?? [])).toEqual([2, 1, 3]);
  });

  it('splits at the last space, so that names may hold spaces', async () => {
    const profile = await read('main;operator new (unsigned long);a b 7\n');
    expect(foldedPicture(profile)).toBe('main;operator new (unsigned long);a b 7');
  });

  it.each([
    ['1.5', 1.5],
    ['-3', -3],
    ['2e3', 2000],
    ['1.25E-2', 0.0125],
    ['.5', 0.5],
    ['1234567890123456789012', 1.2345678901234568e21],
  ])('takes %s as a count', async (text, value) => {
    const profile = await read(`main ${text}\n`);
    expect(profile.samples.values[0]?.[0]).toBe(value);
  });

  it('counts one observation where the value is no count', async () => {
    const profile = await read('a 1.5\nb -3\n');
    expect(Array.from(profile.samples.count ?? [])).toEqual([1, 1]);
  });

  it('takes two counts on every line as a difference', async () => {
    const profile = await read('a;b 1 2\na;c 0 5.5\n');
    expect(profile.valueTypes.map((type) => type.name)).toEqual(['base', 'new']);
    expect(profile.samples.values.map((column) => Array.from(column))).toEqual([
      [1, 0],
      [2, 5.5],
    ]);
    expect(profile.meta.comments[0]).toContain('difference');
  });

  it('takes a number before the count as part of the name where not every line has it', async () => {
    const profile = await read('main;worker 1 5\nmain;idle 2\n');
    expect(foldedPicture(profile)).toBe('main;worker 1 5\nmain;idle 2');
  });

  it('understands the marks of stackcollapse scripts', async () => {
    const profile = await read('main;jitted_[j];inlined_[i];sys_read_[k] 1\n');
    const frames = framesOf(profile, profile.samples.stack[0] as StackIndex);
    expect(foldedPicture(profile)).toBe('main;jitted;inlined;sys_read 1');
    expect(frames.map((frame) => frameKind(profile, frame))).toEqual([
      'user',
      'jit',
      'user',
      'kernel',
    ]);
    expect(frames.map((frame) => profile.frames.inlineDepth[frame])).toEqual([0, 0, 1, 0]);
  });

  it('ignores comments, empty lines, line ends of Windows and a missing last one', async () => {
    const profile = await read('# made by hand\r\n\r\nmain;a 1\r\n#\n#private;b 2  ');
    expect(foldedPicture(profile)).toBe('main;a 1\n#private;b 2');
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be'])(
    'reads %s with a byte order mark',
    async (encoding) => {
      const text = '\ufeffmain;größe 1\nmain;日本 2\n';
      const little = Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'utf16le');
      const bytes = new Uint8Array(encoding === 'utf-16be' ? little.swap16() : little);
      expect(folded.detect(bytes)).toBe('likely');
      expect(foldedPicture(await read(bytes, 3))).toBe('main;größe 1\nmain;日本 2');
    },
  );

  it('reads the same whatever the pieces are', async () => {
    const lines = Array.from({ length: 200 }, (_, n) => `main;f${n % 7};g${n % 13} ${n % 5} ${n}`);
    const text = `${lines.sort().join('\n')}\n`;
    const whole = await read(text);
    for (const chunkBytes of [1, 7, 64, 1000]) expect(await read(text, chunkBytes)).toEqual(whole);
  });

  it('counts lines without a count and goes on', async () => {
    const profile = await read('main;a 1\nno count here\nmain;b 2\n');
    expect(foldedPicture(profile)).toBe('main;a 1\nmain;b 2');
    expect(profile.meta.health.diagnostics).toMatchObject([{ code: 'unreadable-line', count: 1 }]);
  });

  it('refuses a file in which no line has a count', async () => {
    await expect(read('# x\nhello\nworld\n')).rejects.toThrow('folded line at 0x4: no count');
  });

  it('takes a deep stack without recursion', async () => {
    const text = `${Array.from({ length: 100_000 }, (_, n) => `f${n % 3}`).join(';')} 1\n`;
    expect(await roundTrip(text)).toBe(text);
  });
});

describe('writing folded stacks', () => {
  it.each([
    ['sorted lines', 'a 1\na;b 2\na;b;c 3\nb 4\n'],
    ['floats', 'a 0.5\nb 1e+30\n'],
    ['a difference', 'a;b 1 2\na;c 0 5\n'],
    ['zero', 'a 0\nb 1\n'],
    ['marks', 'a;b_[j];c_[i];d_[k] 3\na;b_[w];c_[p] 4\n'],
    ['separators and empty names', 'a;;b 2\na;-;b 1\n'],
  ])('gives %s back', async (_, text) => {
    expect(await roundTrip(text)).toBe(text);
  });

  it('keeps a name from splitting its line', async () => {
    const profile = await readText(folded, 'a 1\n');
    const strings = profile.strings.map((text) => (text === 'a' ? 'x;y\nz\u2028' : text));
    expect(await writeText(folded, { ...profile, strings }, 0)).toBe('x:y z  1\n');
  });

  it('puts the process at the root', async () => {
    const { profileWithProcesses } = await import('./testing/processes.ts');
    expect(await writeText(folded, profileWithProcesses(), 0)).toBe(
      'Web_Content 4\nWeb_Content;main 1\nnode;main 2\nnode;main;run 3\n',
    );
  });
});

describe('recognising folded stacks', () => {
  it.each([
    ['main;a 1\n', 'likely'],
    ['main 1', 'likely'],
    ['# comment\nmain;a 1.5 2\n', 'likely'],
    ['', 'no'],
    ['hello world\n', 'no'],
    ['\tmain;a 1\n', 'no'],
    ['a\0b 1\n', 'no'],
    ['{"a": 1}\n', 'no'],
  ])('%j: %s', (text, confidence) => {
    expect(folded.detect(new TextEncoder().encode(text))).toBe(confidence);
  });
});
