import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { type FakeHostOptions, fakeHost } from './testing/fake-host.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-convert-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(args: readonly string[], options: FakeHostOptions = {}) {
  const host = fakeHost(['convert', ...args], options);
  const status = await runCli(host);
  return { status, ...host.written };
}

const script =
  'app 1 1.0: 250 cpu-clock:\n\t20 g (/a)\n\t10 f (/a)\n\n' +
  'app 1 2.0: 7 faults:\n\t20 h (/a)\n\t10 f (/a)\n\n';

describe('plateau convert', () => {
  it('goes from standard input to standard output', async () => {
    expect(await run(['-', '--to', 'folded', '-o', '-'], { stdin: script })).toEqual({
      status: 0,
      out: 'app;f;g 250\n',
      err: '',
    });
  });

  it('writes the value asked for, by name or number', async () => {
    for (const index of ['faults', '2']) {
      const flags = ['--to', 'folded', '-o', '-', '--sample-index', index];
      expect((await run(['-', ...flags], { stdin: script })).out).toBe('app;f;h 1\n');
    }
  });

  it('keeps times where the output can hold them', async () => {
    const kept = join(folder, 'kept.plateau');
    expect((await run(['-', '-o', kept], { stdin: script })).status).toBe(0);
    expect((await run([kept, '--to', 'folded', '-o', '-'])).out).toBe('app;f;g 250\n');
    const { out } = await run([kept, '--to', 'speedscope', '-o', '-']);
    expect(JSON.parse(out).profiles).not.toEqual([]);
  });

  it('chooses the format by the ending', async () => {
    const output = join(folder, 'out.folded');
    expect((await run(['-', '-o', output], { stdin: 'b 1\na 2\n' })).status).toBe(0);
    expect(readFileSync(output, 'utf8')).toBe('a 2\nb 1\n');
  });

  it('reads as the format that is named', async () => {
    const text = 'app 1 2.5: x 12\n';
    const flags = ['--to', 'folded', '-o', '-'];
    expect((await run(['-', '--from', 'folded', ...flags], { stdin: text })).out).toBe(
      'app 1 2.5: x 12\n',
    );
  });

  it('says on stderr what it did not understand', async () => {
    const { out, err } = await run(['-', '--to', 'folded', '-o', '-'], {
      stdin: `${script}what is \u001b[31mthis\n`,
    });
    expect(out).toBe('app;f;g 250\n');
    expect(err).toMatch(
      /^plateau: 1 × lines that are not perf script text, such as: what is .*this\n$/,
    );
    expect(err).not.toContain('\u001b');
  });

  it.each([
    [
      ['a', 'b', '-o', 'x.folded'],
      'convert takes one file, not 2',
      'plateau merge a b -o x.folded',
    ],
    [['-', '-o', '-'], 'no format is known by the ending of -', 'say --to NAME'],
    [['-', '-o', 'x', '--to', 'perf-script'], 'perf-script can be read but not written', 'formats'],
    [['-', '-o', 'x.folded', '--from', 'svg'], 'no format named svg', 'formats that can be read'],
  ])('refuses %j with the next step', async (args, message, hint) => {
    const { status, err } = await run(args, { stdin: 'a 1\n' });
    expect(status).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain(`try: ${hint}`);
  });

  it('names the value types when an unknown one is asked for', async () => {
    const flags = ['--to', 'folded', '-o', '-', '--sample-index', 'bytes'];
    const { status, err } = await run(['-', ...flags], { stdin: script });
    expect(status).toBe(2);
    expect(err).toContain('cpu-clock, cpu-clock-period, faults, faults-period');
  });

  it('leaves an existing file alone when reading fails', async () => {
    const output = join(folder, 'precious.folded');
    writeFileSync(output, 'a 1\n');
    const { status, err } = await run([join(folder, 'gone'), '-o', output]);
    expect(status).toBe(1);
    expect(err).toContain('no such file');
    expect(readFileSync(output, 'utf8')).toBe('a 1\n');
  });
});
