import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { fakeHost } from './testing/fake-host.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flamegraph-'));
  await writeFile(join(folder, 'a.folded'), 'main;parse;read 30\nmain;eval 70\n');
  await writeFile(join(folder, 'b.folded'), 'main;eval 100\n');
});
afterAll(() => rm(folder, { recursive: true }));

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  readonly titles: readonly string[];
}

async function flamegraph(...args: readonly string[]): Promise<Ran> {
  const paths = args.map((word) => word.replace(/^@/, `${folder}/`));
  const host = fakeHost(['flamegraph', ...paths], { stdin: 'x;y 5\n' });
  const status = await runCli(host);
  const { out, err } = host.written;
  const [drawing = ''] = out.split('<script');
  const titles = Array.from(
    drawing.matchAll(/<g [^>]*><title>(.*?)<\/title>/g),
    (match) => match[1] ?? '',
  );
  return { status, out, err, titles };
}

const names = (ran: Ran) => ran.titles.map((title) => title.split(' ')[0]);

describe('plateau flamegraph', () => {
  it('writes a file and says so', async () => {
    const path = join(folder, 'out.svg');
    const { status, out, err } = await flamegraph('@a.folded', '-o', path);
    expect([status, out]).toEqual([0, '']);
    expect(err).toMatch(/^plateau: wrote .*out\.svg: 5 frames, [\d.]+ KiB\n$/);
    const text = await readFile(path, 'utf8');
    expect(text).toContain('<title>a.folded</title>');
    expect((await stat(path)).size).toBe(Buffer.byteLength(text));
  });

  it('writes to standard output, reads standard input, merges files', async () => {
    const piped = await flamegraph('-', '-o', '-');
    expect(piped.titles).toContain('y (5 samples, 100 %)');
    const merged = await flamegraph('@a.folded', '@b.folded', '-o', '-');
    expect(merged.titles).toContain('eval (170 samples, 85.0 %)');
    expect(merged.out).toContain('a.folded and 1 more');
  });

  it('takes the flags of FlameGraph', async () => {
    const flags = ['--title', 'T<1>', '--subtitle', 'S', '--notes', 'N', '--count-name', 'ticks'];
    const looks = ['--width', '640', '--height', '16', '--font-size', '11', '--colors', 'java'];
    const { status, out, titles } = await flamegraph('@a.folded', '-o', '-', ...flags, ...looks);
    expect(status).toBe(0);
    for (const part of ['T&lt;1&gt;', '>S<', '>N<', 'width="640"', 'font:11px', 'height="15"']) {
      expect(out).toContain(part);
    }
    expect(titles[0]).toBe('all (100 ticks, 100 %)');
  });

  it('turns, reverses, narrows and prunes', async () => {
    const reversed = await flamegraph('@a.folded', '-o', '-', '--reverse', '--inverted');
    expect(reversed.out).toContain('"shape":"icicle"');
    expect(reversed.titles.slice(1, 3)).toEqual([
      'eval (70 samples, 70.0 %)',
      'main (70 samples, 70.0 %)',
    ]);
    const focused = await flamegraph('@a.folded', '-o', '-', '--focus', 'read');
    expect(focused.titles[0]).toBe('all (30 samples, 100 %)');
    const pruned = await flamegraph('@a.folded', '-o', '-', '--min-width', '40%');
    expect(pruned.titles).toEqual([
      'all (100 samples, 100 %)',
      'main (100 samples, 100 %)',
      'eval (70 samples, 70.0 %)',
    ]);
    expect(pruned.err).toContain('2 narrower ones left out (30.0 %)');
  });

  it('keeps the order of time in a flame chart', async () => {
    await writeFile(join(folder, 'time.folded'), 'm;b 1\nm;a 1\nm;b 1\n');
    const chart = await flamegraph(
      '@time.folded',
      '-o',
      '-',
      '--flamechart',
      '--granularity',
      'functions',
    );
    expect(names(chart)).toEqual(['all', 'm', 'b', 'a', 'b']);
    expect(names(await flamegraph('@time.folded', '-o', '-'))).toEqual(['all', 'm', 'a', 'b']);
    expect(chart.out).toContain('"start":[');
  });

  it('refuses what makes no sense and names the way', async () => {
    const command = await flamegraph('@a.folded', '--', 'ls', '-l');
    expect(command.status).toBe(2);
    expect(command.err).toContain('is a file to draw, and there is a program to record');
    expect((await flamegraph()).err).toContain('nothing to draw');
    expect((await flamegraph('--bin', 'x', '@a.folded')).status).toBe(2);
    const both = await flamegraph('@a.folded', '--flamechart', '--reverse');
    expect([both.status, both.err]).toEqual([2, expect.stringContaining('exclude each other')]);
    expect((await flamegraph('@a.folded', '--colors', 'pink')).err).toContain(
      'no palette named pink',
    );
    expect((await flamegraph('@a.folded', '--width', 'wide')).status).toBe(2);
    const empty = await flamegraph('@a.folded', '--focus', 'nothing');
    expect([empty.status, empty.err]).toEqual([1, expect.stringContaining('nothing to draw')]);
  });
});
