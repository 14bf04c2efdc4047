import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplingRight } from '../src/record/index.ts';
import { findTool, skip } from './judges/requires.ts';
import { type Run, recordedWith, runPlateau } from './running-plateau.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-native-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function plateau(...args: readonly string[]): Promise<Run> {
  return runPlateau(args, { cwd: folder });
}

const source = `
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static volatile double sink;
__attribute__((noinline)) void hot(long n) { for (volatile long i = 1; i < n; i++) sink += 1.0 / i; }
__attribute__((noinline)) void cold(long n) { for (volatile long i = 1; i < n; i++) sink += 1.0 / i; }
int main(int argc, char **argv) {
  double seconds = atof(argv[1]);
  struct timespec now, start;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  do { hot(75000); cold(25000); clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  } while (now.tv_sec - start.tv_sec + (now.tv_nsec - start.tv_nsec) / 1e9 < seconds);
  puts("done");
  return argc > 2 ? atoi(argv[2]) : 0;
}`;

const right = samplingRight();
const recorded = recordedWith('cc');

beforeAll(() => {
  if (findTool('cc') === undefined) return;
  writeFileSync(join(folder, 'work.c'), source);
  execFileSync('cc', ['-O1', '-g', '-o', 'work', 'work.c'], { cwd: folder });
});

interface TopRow {
  readonly name: string;
  readonly flat: number;
}

async function topRows(file: string): Promise<TopRow[]> {
  const { stdout } = await plateau('top', '--json', file);
  return (JSON.parse(stdout) as { rows: TopRow[] }).rows;
}

describe('plateau record', () => {
  recorded(
    'records a program, passes its status on and says how good the recording is',
    async () => {
      const run = await plateau('record', '--', './work', '1', '3');
      expect([run.status, run.stdout]).toEqual([3, 'done\n']);
      expect(run.stderr).toMatch(/^plateau: [\d,]+ samples in \d+\.\d\d s.* → profile\.plateau \(/);
      expect(run.stderr).toContain(' at 999 Hz');
      expect(run.stderr).toMatch(
        /stacks by dwarf, 16 KiB of stack per sample: \S+ has no frame pointers/,
      );
      expect(run.stderr).toMatch(/hottest: hot >?[\d.]+ % ± [\d.]+ points/);
      expect(run.stderr).toMatch(/recorder: \d+ ms of processor time/);
      expect(run.stderr).toMatch(/next: plateau top profile\.plateau\n$/);
      const rows = await topRows('profile.plateau');
      const total = rows.reduce((sum, { flat }) => sum + flat, 0);
      const share = (rows.find(({ name }) => name === 'hot')?.flat ?? 0) / total;
      expect(share).toBeGreaterThan(0.65);
      expect(share).toBeLessThan(0.85);
      expect(readdirSync(folder).filter((name) => name.endsWith('.data'))).toEqual([]);
    },
  );

  recorded('keeps perf.data where it is asked for', async () => {
    const run = await plateau(
      'record',
      '--call-graph',
      'fp',
      '-o',
      'kept.data',
      '--',
      './work',
      '0.2',
    );
    expect(run.stderr).toContain('stacks by frame pointers');
    expect(readFileSync(join(folder, 'kept.data')).toString('latin1', 0, 8)).toBe('PERFILE2');
    expect((await topRows('kept.data'))[0]?.name).toBe('hot');
  });

  recorded('keeps and names what was recorded when the profile cannot be written', async () => {
    // The target takes the name while it is recorded.
    const script = 'mkdir taken.plateau && ./work 0.2';
    const run = await plateau('record', '-o', 'taken.plateau', '--', 'sh', '-c', script);
    expect(run.status).toBe(1);
    const [kept] = readdirSync(folder).filter((name) => /^taken\.plateau\.\d+\.data$/.test(name));
    expect(run.stderr).toContain(`what was recorded is kept in ${join(folder, kept ?? 'nothing')}`);
    expect((await topRows(kept ?? ''))[0]?.name).toBe('hot');
  });

  recorded('records running processes for a time', async () => {
    const target = spawn(join(folder, 'work'), ['20'], { stdio: 'ignore' });
    const run = await plateau(
      'record',
      '-o',
      'p.plateau',
      '-p',
      String(target.pid),
      '--duration',
      '700ms',
    );
    target.kill();
    expect(run.status).toBe(0);
    expect((await topRows('p.plateau')).map(({ name }) => name)).toContain('hot');
  });

  recorded('records the whole machine for a time', async (context) => {
    if (right.allowed && !right.kernel) skip(context, 'the whole machine needs more rights');
    const target = spawn(join(folder, 'work'), ['20'], { stdio: 'ignore' });
    const run = await plateau('record', '-a', '--duration', '0.6', '-o', 'all.plateau');
    target.kill();
    expect([run.status, run.stderr]).toEqual([0, expect.stringContaining('→ all.plateau')]);
    const { stdout } = await plateau('tags', 'all.plateau');
    expect(stdout).toContain(`work (${target.pid})`);
    expect((await topRows('all.plateau')).map(({ name }) => name)).toContain('hot');
  });

  recorded('draws what it records', async () => {
    const run = await plateau('flamegraph', '-o', 'work.svg', '--', './work', '0.3', '7');
    expect(run.status).toBe(7);
    expect(readFileSync(join(folder, 'work.svg'), 'utf8')).toContain('hot');
    expect(run.stderr).toContain('next: open work.svg in a browser');
  });

  it.each(['record', 'stat', 'flamegraph'])(
    '%s finds out first that there is no such program',
    async (command) => {
      const run = await plateau(command, '--', './no-such-program');
      expect([run.status, run.stderr]).toEqual([
        1,
        expect.stringContaining('cannot run ./no-such-program: no such program'),
      ]);
    },
  );

  it.each([
    [['record'], 'no program to record'],
    [['record', '-p', 'firefox'], '-p firefox is not a process number'],
    [['record', '-a', '-p', '1'], 'exclude each other'],
    [['record', '-F', '99', '-c', '5', '--', 'ls'], '-F and -c exclude each other'],
    [['record', '-F', '900000', '--', 'ls'], 'more than the kernel allows'],
    [['record', '-c', '0', '--', 'ls'], '-c 0 is not a number of events'],
    [['record', '-m', 'big', '--', 'ls'], '-m big is not a size'],
    [['record', '-C', 'x', '-a'], '-C x is not a list of processors'],
    [['record', '--duration', 'soon', '-a'], '--duration soon is not a time'],
    [['record', '--call-graph', 'caller', '--', 'ls'], 'not a way to record stacks'],
    [['record', '-e', 'cylces', '--', 'ls'], 'there is no event named cylces'],
    [['record', '-e', 'cs', '--filter', 'x', '--', 'ls'], '--filter is for tracepoints'],
    [['record', '--bin', 'x', '--', 'ls'], '--cargo is missing'],
    [['record', '-o', 'x.nothing', '--', 'ls'], 'no format is known by the ending'],
    [['stat'], 'nothing to count'],
    [['stat', '-r', 'often', '--', 'ls'], '-r often is not a number of runs'],
    [['stat', '-r', '3', '-a'], '-r repeats a program'],
  ])('refuses %j', async (args, message) => {
    const run = await plateau(...args);
    expect(run.stderr).toContain(message);
    expect(run.stderr).toContain('try: ');
    expect(run.status).toBe(2);
    expect(existsSync(join(folder, 'profile.plateau.partial'))).toBe(false);
  });
});

describe('plateau stat', () => {
  recorded('counts from the first instruction to the last', async () => {
    const run = await plateau('stat', '--json', '-o', 'stat.json', '--', './work', '0.3', '2');
    expect([run.status, run.stdout, run.stderr]).toEqual([2, 'done\n', '']);
    const json = JSON.parse(readFileSync(join(folder, 'stat.json'), 'utf8')) as {
      events: { name: string; value: number | null; supported: boolean }[];
      userNs: { value: number };
      systemNs: { value: number };
    };
    const countOf = (name: string): number =>
      json.events.find((event) => event.name.startsWith(name))?.value ?? Number.NaN;
    expect(countOf('task-clock')).toBeGreaterThan(0.29e9);
    expect(countOf('page-faults')).toBeGreaterThan(20);
    // Two clocks of the kernel that measure the same thing.
    const used = json.userNs.value + json.systemNs.value;
    expect(Math.abs(used / countOf('task-clock') - 1)).toBeLessThan(0.1);
  });

  recorded('says once what the machine does not count, and shows the spread of runs', async () => {
    const run = await plateau(
      'stat',
      '-r',
      '3',
      '-e',
      'task-clock,r0,rffff',
      '--',
      './work',
      '0.05',
    );
    expect(run.stdout).toBe('done\ndone\ndone\n');
    expect(run.stderr).toContain('3 runs, ± standard error');
    expect(run.stderr).toMatch(/task-clock.*± [\d.]+ %/);
    expect(run.stderr.match(/<not supported>/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });
});
