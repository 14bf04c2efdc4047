import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandTable } from './command-table.ts';
import { commandsElsewhere, flagsElsewhere } from './other-words-table.ts';
import { runCli } from './run-cli.ts';
import { type FakeHostOptions, fakeHost } from './testing/fake-host.ts';
import { version } from './version.ts';

async function run(line: string, options: FakeHostOptions = {}) {
  const host = fakeHost(line === '' ? [] : line.split(' '), options);
  const status = await runCli(host);
  return { status, ...host.written };
}

describe('the command line', () => {
  it('knows its version', async () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(version).toBe(manifest.version);
    expect(await run('--version')).toEqual({ status: 0, out: `${version}\n`, err: '' });
  });

  it('shows every command once, in 80 columns', async () => {
    const { out, status } = await run('');
    expect(status).toBe(0);
    for (const { name, summary } of commandTable) {
      expect(
        out.split('\n').filter((line) => line.startsWith(`  ${name} `) && line.endsWith(summary)),
      ).toHaveLength(1);
    }
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(await run('help')).toEqual({ status: 0, out, err: '' });
  });

  it('loads and explains every command in 80 columns', async () => {
    for (const { name } of commandTable) {
      const { out, status } = await run(`help ${name}`);
      expect(status).toBe(0);
      expect(out).toContain(`Usage: plateau ${name}`);
      expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
      expect((await run(`${name} --help`)).out).toBe(out);
    }
  });

  it.each([
    ['convrt', "unknown command 'convrt'", 'plateau convert'],
    ['help convrt', "unknown command 'convrt'", 'plateau convert'],
    ['xyzzy', "unknown command 'xyzzy'", 'plateau --help'],
    ['./cpu.pb.gz', "unknown command './cpu.pb.gz'", 'plateau top ./cpu.pb.gz'],
    ['convert a -o b --tu folded', "unknown option '--tu'", '--to'],
    ['convert a', "required option '-o, --output <file>' not specified", 'plateau help convert'],
    ['--wrong', "unknown option '--wrong'", 'plateau --help'],
    ['--wrong cpu.pb.gz', "unknown option '--wrong'", 'plateau --help'],
    ['top a -n x', '--nodecount x: not a whole number', 'plateau help top'],
    ['completion csh', 'shell csh: allowed choices are bash, zsh, fish', 'plateau help completion'],
    ['load perf.data', "unknown command 'load'", 'plateau view FILE'],
    ['-http=:80 cpu.pb.gz', "unknown option '-http=:80'", 'plateau view FILE --port 8080'],
    ['record --rate 9 -- a', "unknown option '--rate'", '-F 999, in samples per second'],
    ['stat -x, -- a', "unknown option '-x,'", '--csv'],
    ['constructor', "unknown command 'constructor'", 'plateau --help'],
  ])('answers `%s` with the next step and status 2', async (line, message, hint) => {
    expect(await run(line)).toEqual({
      status: 2,
      out: '',
      err: `plateau: ${message}\n  try: ${hint}\n`,
    });
  });

  it('advises only commands that there are, and answers no word that it knows', () => {
    const names = new Set(['help', ...commandTable.map(({ name }) => name)]);
    const tables = [commandsElsewhere, ...Object.values(flagsElsewhere)];
    const hints = tables.flatMap((table) => Object.values(table)).join('\n');
    const advised = Array.from(hints.matchAll(/plateau ([a-z]+)/g), ([, name = '']) => name);
    expect(advised.filter((name) => !names.has(name))).toEqual([]);
    expect(Object.keys(commandsElsewhere).filter((word) => names.has(word))).toEqual([]);
  });

  it('fails with status 1 and no trace, or with one under --debug', async () => {
    const { status, err } = await run('convert /no/such/file --to folded -o -');
    expect({ status, err }).toEqual({
      status: 1,
      err: 'plateau: cannot read /no/such/file: no such file\n  try: check the path: there is no folder /no/such\n',
    });
    expect((await run('convert /no/such/file --to folded -o - --debug')).err).toContain('ENOENT');
  });

  it('shows hostile file names instead of obeying them', async () => {
    const { err } = await run('convert /no/\x1b[2Jsuch --to folded -o -');
    expect(err).toContain('cannot read /no/\\x1b[2Jsuch');
  });

  it('colours on a terminal, and not under NO_COLOR', async () => {
    expect((await run('xyzzy', { terminal: true })).err).toContain('\x1b[31mplateau:\x1b[39m');
    expect((await run('', { terminal: true })).out).toContain('\x1b[1m');
    const env = { NO_COLOR: '1' };
    expect((await run('xyzzy', { terminal: true, env })).err).not.toContain('\x1b');
    expect((await run('', { terminal: true, env })).out).not.toContain('\x1b');
  });

  it('reads standard input and writes standard output as -', async () => {
    const { status, out } = await run('convert - --to folded -o -', { stdin: 'main;parse 3\n' });
    expect({ status, out }).toEqual({ status: 0, out: 'main;parse 3\n' });
  });
});
