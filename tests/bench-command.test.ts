import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ResultsJson, splitWords } from '../src/bench/index.ts';
import { type Run, recordedWith, runPlateau } from './running-plateau.ts';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'plateau-bench-test-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

function bench(...args: readonly string[]): Promise<Run> {
  return runPlateau(['bench', ...args], { cwd });
}

function resultsOf({ stdout, stderr, status }: Run): ResultsJson {
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout) as ResultsJson;
}

/** Results as hyperfine leaves them, of commands that took that many seconds. */
function writeTimes(file: string, seconds: Readonly<Record<string, number>>): void {
  const results = Object.entries(seconds).map(([command, time]) => ({
    command,
    times: Array.from({ length: 10 }, (_, at) => time * (1 + 0.001 * at)),
  }));
  writeFileSync(join(cwd, file), JSON.stringify({ results }));
}

describe('plateau bench', () => {
  it('gives verdict, ratio and interval of every command after the first', async () => {
    const run = await bench('-r', '8', 'sleep 0.001', 'sleep 0.2', 'sleep 0.001', '--json');
    const { results, plateau } = resultsOf(run);
    const [first, slow, same] = results;
    expect(results).toHaveLength(3);
    expect(first).not.toHaveProperty('verdict');
    expect(slow).toMatchObject({ command: 'sleep 0.2', verdict: 'slower' });
    expect(slow?.ratio).toBeGreaterThan(1.2);
    const [low = 0, high = 0] = slow?.interval ?? [];
    expect(low).toBeLessThanOrEqual(slow?.ratio ?? 0);
    expect(high).toBeGreaterThanOrEqual(slow?.ratio ?? 0);
    expect(['no difference', 'inconclusive', 'faster', 'slower']).toContain(same?.verdict);
    expect(first?.times).toHaveLength(8);
    expect(first?.runs.minorFaults[0]).toBeGreaterThan(0);
    expect(first?.runs.voluntarySwitches).toHaveLength(8);
    // A program as small as sleep, not as large as Node.
    expect(first?.memory_usage_byte[0]).toBeGreaterThan(500_000);
    expect(first?.memory_usage_byte[0]).toBeLessThan(10_000_000);
    expect(plateau.noise_floor).toHaveLength(2);
  });

  it('compares with saved results, and fails on slower ones', async () => {
    writeTimes('base.json', { 'sleep 0.1': 0.01 });
    const flags = ['--baseline', 'base.json', '--fail-on', 'slower', '--save', 'new.json'];
    const slower = await bench('-r', '8', 'sleep 0.1', ...flags);
    expect(slower.status).toBe(3);
    expect(slower.stdout).toMatch(/^sleep 0.1 \(baseline\)/);
    expect(slower.stdout).toContain('slower');
    expect(slower.stdout).toContain('not measured side by side');
    const files = await runPlateau(['compare', 'base.json', 'new.json', '--json'], { cwd });
    expect(resultsOf(files).results[1]?.verdict).toBe('slower');
    const fine = await runPlateau(['compare', 'new.json', 'base.json', '--fail-on', 'slower'], {
      cwd,
    });
    expect(fine.status).toBe(0);
    expect(fine.stdout).toContain('faster');
  });

  it('says where results were measured, and when machines are unlike', async () => {
    await bench('-r', '5', 'true', '--save', 'here.json');
    const here = JSON.parse(readFileSync(join(cwd, 'here.json'), 'utf8')) as ResultsJson;
    const machine = here.plateau.machine;
    expect(machine?.processors).toBeGreaterThan(0);
    expect(machine?.kernel).toMatch(/^Linux \d/);
    expect(JSON.stringify(machine)).not.toContain(hostname());
    const there = {
      ...here,
      plateau: { ...here.plateau, machine: { ...machine, kernel: 'Linux 1.0' } },
    };
    writeFileSync(join(cwd, 'there.json'), JSON.stringify(there));
    const unlike = await runPlateau(['compare', 'there.json', 'here.json'], { cwd });
    expect(unlike.stdout).toContain('unlike machines');
    expect(unlike.stdout).toContain(`Linux 1.0 against ${machine?.kernel}`);
    const markdown = await runPlateau(['compare', 'there.json', 'here.json', '--markdown'], {
      cwd,
    });
    expect(markdown.stdout).toContain('Measured on unlike machines');
    const baseline = await bench('-r', '5', 'true', '--baseline', 'there.json', '--json');
    expect(resultsOf(baseline).plateau).toMatchObject({
      machine: null,
      unlike_machines: [`Linux 1.0 against ${machine?.kernel}`],
    });
    const alike = await runPlateau(['compare', 'here.json', 'here.json'], { cwd });
    expect(alike.stdout).not.toContain('unlike');
  });

  it('compares every command with the saved one of its name', async () => {
    writeTimes('both.json', { a: 0.01, b: 0.05 });
    writeTimes('swapped.json', { b: 0.01, a: 0.05, c: 1 });
    const files = await runPlateau(['compare', 'both.json', 'swapped.json', '--json'], { cwd });
    const { results } = resultsOf(files);
    expect(results.map(({ command, verdict }) => [command, verdict])).toEqual([
      ['a (base)', undefined],
      ['a (new)', 'slower'],
      ['b (base)', undefined],
      ['b (new)', 'faster'],
    ]);
  });

  it('counts events of every run, and names those the machine does not have', async () => {
    const events = 'page-faults,task-clock,cycles';
    const run = await bench('-r', '3', 'true', 'seq 10', '--counters', events, '--json');
    const { results, plateau } = resultsOf(run);
    const counted = Object.entries(results[1]?.counters ?? {});
    for (const [, values] of counted) {
      expect(values).toHaveLength(3);
      for (const value of values) expect(value).toBeGreaterThan(0);
    }
    // A virtual machine without counters has no cycles, and says so; what is there is never missing.
    const names = counted.map(([name]) => name.replace(':u', ''));
    expect([...names, ...plateau.missing_counters].sort()).toEqual(events.split(',').sort());
    expect(names).toContain('page-faults');
    const usual = await bench('-r', '3', 'true');
    expect(usual.stdout).toMatch(/instructions [\d.]+|not counted: instructions, /);
    const none = await bench('-r', '3', 'true', '--counters', 'none');
    expect(none.stdout).not.toMatch(/instructions/);
    expect((await bench('true', '--counters', 'cylces')).stderr).toMatch(/no event named cylces/);
  });

  it('fails on commands that fail, unless told not to', async () => {
    const failed = await bench('-r', '2', 'false');
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(/false ended with status 1[\s\S]*--ignore-failure/);
    const ignored = resultsOf(await bench('-r', '2', '-i', 'false', '--json'));
    expect(ignored.results[0]?.exit_codes).toEqual([1, 1]);
  });

  it('names what is missing: the program, the input, the results', async () => {
    expect((await bench('./no-such-program')).stderr).toMatch(/no-such-program: no such program/);
    expect((await bench('cat', '--input', 'nowhere')).stderr).toMatch(/nowhere: no such file/);
    expect((await bench('true', '--baseline', 'gone.json')).stderr).toMatch(/gone.json/);
    const nowhere = await bench('sleep 60.75', '--save', 'no/folder.json');
    expect(nowhere.stderr).toMatch(
      /cannot write no\/folder\.json: no folder no\n {2}try: mkdir -p no/,
    );
    expect((await bench('true', '-r', '0')).stderr).toMatch(/--runs 0: .*one run at least/);
    writeFileSync(join(cwd, 'broken.json'), '{"results":[{"command":"x"}]}');
    expect((await bench('true', '--baseline', 'broken.json')).stderr).toMatch(
      /broken.json: .*no times/,
    );
  });

  it('ends a run at its --timeout', async () => {
    const nap = `sleep 60.${process.pid}`;
    const late = await bench(nap, '--timeout', '200ms');
    expect(late.status).toBe(1);
    expect(late.stderr).toMatch(/ran longer than 0.2 s/);
    await expect.poll(() => processesOf(nap)).toEqual([]);
  });

  it('writes to null, a pipe or a file, and reads --input', async () => {
    const where = 'test -p /dev/stdout && exit 5; test -c /dev/stdout && exit 6; exit 7';
    writeFileSync(join(cwd, 'where.sh'), where);
    const statusOf = async (output: string): Promise<number | undefined> => {
      const flags = ['-r', '1', '-i', '--output', output, '--json'];
      return resultsOf(await bench('sh where.sh', ...flags)).results[0]?.exit_codes[0];
    };
    expect(await statusOf('pipe')).toBe(5);
    expect(await statusOf('null')).toBe(6);
    expect(await statusOf('out.txt')).toBe(7);
    await bench('-r', '1', 'cat', '--input', 'where.sh', '--output', 'copy.sh');
    expect(readFileSync(join(cwd, 'copy.sh'), 'utf8')).toBe(where);
    // More than a pipe holds: somebody reads.
    const much = await bench('-r', '2', 'head -c 3000000 /dev/zero', '--output', 'pipe');
    expect(much.status).toBe(0);
  });

  it('has one command per value, named as asked, and takes hyperfine’s flags', async () => {
    const ours = resultsOf(
      await bench('-r', '2', 'sleep 0.00{n}', '-P', 'n=1..2', '-n', 'wait {n}', '--json'),
    );
    expect(ours.results.map(({ command }) => command)).toEqual(['wait 1', 'wait 2']);
    expect(ours.results[1]?.parameters).toEqual({ n: '2' });
    const theirs = 'hyperfine -N -w 1 -r 2 -i -L n 1,2 --style basic --export-json h.json -s true';
    const words = splitWords(theirs).slice(1);
    const both = await bench(...words, '-p', 'true', '-c', 'true', 'sleep 0.00{n}');
    expect(both.status).toBe(0);
    expect(both.stdout).toMatch(/^command +n +median/m);
    const { results } = JSON.parse(readFileSync(join(cwd, 'h.json'), 'utf8')) as ResultsJson;
    expect(results.map(({ command }) => command)).toEqual(['sleep 0.001', 'sleep 0.002']);
  });

  it('leaves no process when it is interrupted', async () => {
    const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
    // A length that no other run of these tests has at the same time.
    const nap = `sleep 61.${process.pid}`;
    const child = spawn(process.execPath, [cli, 'bench', `sh -c '${nap}; true'`], { cwd });
    const ended = once(child, 'exit');
    while (processesOf(nap).length === 0) await new Promise((go) => setTimeout(go, 20));
    child.kill('SIGINT');
    expect((await ended)[0]).toBe(130);
    await expect.poll(() => processesOf(nap)).toEqual([]);
  });

  it('keeps the rounds that were complete when it was interrupted, and cleans up', async () => {
    const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
    const script = 'echo x >> runs; [ $(wc -l < runs) -le 3 ] || sleep 60';
    const flags = ['--save', 'part.json', '--cleanup', 'touch cleaned', '-r', '9'];
    const child = spawn(process.execPath, [cli, 'bench', ...flags, script], { cwd });
    const ended = once(child, 'exit');
    const runs = (): string => readFileSync(join(cwd, 'runs'), 'utf8');
    await expect.poll(() => existsSync(join(cwd, 'runs')) && runs()).toBe('x\n'.repeat(4));
    child.kill('SIGINT');
    expect((await ended)[0]).toBe(130);
    expect(existsSync(join(cwd, 'cleaned'))).toBe(true);
    const { results } = JSON.parse(readFileSync(join(cwd, 'part.json'), 'utf8')) as ResultsJson;
    expect(results[0]?.times).toHaveLength(3);
  });
});

describe('plateau compare --profile', () => {
  recordedWith('cc')('says which is faster, and which function made it so', async () => {
    writeFileSync(join(cwd, 'work.c'), work);
    execFileSync('cc', ['-O0', '-g', '-o', 'work', 'work.c'], { cwd });
    const flags = ['--profile', '-r', '6', '-N', '--metric', 'cpu', '-F', '9999', '--json'];
    const run = await runPlateau(['compare', ...flags, './work 60', './work 6'], { cwd });
    const json = resultsOf(run) as ResultsJson & {
      readonly functions: { readonly rows: readonly { name: string; delta: number }[] };
    };
    expect(json.results[1]).toMatchObject({ verdict: 'faster' });
    const [largest] = json.functions.rows;
    expect(largest?.name).toBe('spin');
    expect(largest?.delta).toBeLessThan(0);
  });

  it('takes two commands', async () => {
    const run = await runPlateau(['compare', '--profile', 'true', 'true', 'true'], { cwd });
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(/two commands, not 3/);
  });
});

/** A program that spends its time in one function, so many million rounds. */
const work = `#include <stdlib.h>
static void spin(long rounds) { for (volatile long at = 0; at < rounds; at++) ; }
int main(int count, char **words) { spin(atol(words[count - 1]) * 1000000); return 0; }
`;

/** Processes of this command line that still run. */
function processesOf(command: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandLine(pid) === command);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
  } catch {
    return '';
  }
}
