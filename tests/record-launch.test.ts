import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import { samplingRight } from '../src/record/index.ts';
import { findTool, skip } from './judges/requires.ts';

/** As installed: the launcher is a shell, and what it does to the environment and to signals counts. */
const launcher = fileURLToPath(new URL('../dist/cli/plateau', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plateau-launch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const right = samplingRight();

function recorded(name: string, run: (context: TestContext) => Promise<void>): void {
  it(name, (context) => (right.allowed ? run(context) : skip(context, right.reason)));
}

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function finished(child: ChildProcess): Promise<Run> {
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (data: Buffer) => {
      output[name] += data.toString();
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, ...output };
}

function plateau(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return finished(spawn(launcher, args, { cwd: folder, env: { ...process.env, ...env } }));
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20);
}

/** Says that it runs, and ends when it is told to. */
const waiting = (name: string): string =>
  `touch ${name}; while [ ! -e ${name}-ends ]; do sleep 0.05; done; echo done || true`;

const inside = `
#include <time.h>
static volatile long sink;
__attribute__((noinline)) void work_inside(void) { for (long i = 0; i < 100000; i++) sink += i; }
int main(void) { while (clock() < CLOCKS_PER_SEC) work_inside(); return 0; }`;

async function said(word: string): Promise<string> {
  return (await plateau(['record', '--', word])).stderr;
}

describe('a recorded program', () => {
  recorded('gets every variable, also those that no shell can name', async () => {
    const odd = { 'a.b': 'one two', 'BASH_FUNC_x%%': '() { :; }', PLAIN: '3' };
    const { stdout } = await plateau(['record', '-q', '--', '/usr/bin/env'], odd);
    const lines = stdout.split('\n');
    for (const [name, value] of Object.entries(odd)) expect(lines).toContain(`${name}=${value}`);
    expect(lines.filter((line) => /^PLATEAU_(NOHUP|VARIABLES)=/.test(line))).toEqual([]);
  });

  recorded('outlives the terminal when nohup is in front', async () => {
    const child = spawn('nohup', [launcher, 'record', '--', 'sh', '-c', waiting('first')], {
      cwd: folder,
    });
    const end = finished(child);
    await until(() => existsSync(join(folder, 'first')));
    child.kill('SIGHUP');
    writeFileSync(join(folder, 'first-ends'), '');
    const { status, stdout, stderr } = await end;
    expect([status, stdout]).toEqual([0, 'done\n']);
    expect(stderr).toContain(' → profile.plateau');
  });

  recorded('leaves a profile when the terminal is closed', async (context) => {
    if (findTool('script') === undefined) skip(context, 'script not found');
    const record = `'${launcher}' record -o closed.plateau -- sh -c '${waiting('second')}'`;
    const command = `trap : HUP; ${record}; echo $? >status`;
    const terminal = spawn('script', ['-qc', command, '/dev/null'], {
      cwd: folder,
      env: { ...process.env, SHELL: '/bin/sh' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await until(() => existsSync(join(folder, 'second')));
    terminal.kill('SIGKILL');
    await once(terminal, 'close');
    writeFileSync(join(folder, 'second-ends'), '');
    const status = join(folder, 'status');
    await until(() => existsSync(status) && readFileSync(status, 'utf8').endsWith('\n'));
    expect(readFileSync(status, 'utf8')).toBe('0\n');
    expect(existsSync(join(folder, 'closed.plateau'))).toBe(true);
  });

  recorded('that goes into the background is named when the recording ends', async () => {
    const run = await plateau(['record', '--', 'sh', '-c', 'sleep 60 >/dev/null 2>&1 &']);
    const [, pid = ''] = /1 process that it started still runs.* -p (\d+) /.exec(run.stderr) ?? [];
    expect(Number(pid)).toBeGreaterThan(0);
    process.kill(Number(pid));
  });

  recorded('in a root of its own has its names, although it has ended', async (context) => {
    if (process.getuid?.() !== 0) skip(context, 'chroot needs root');
    if (findTool('cc') === undefined) skip(context, 'cc not found');
    mkdirSync(join(folder, 'root/bin'), { recursive: true });
    writeFileSync(join(folder, 'inside.c'), inside);
    const built = spawnSync('cc', ['-O1', '-static', '-o', 'root/bin/inside', 'inside.c'], {
      cwd: folder,
    });
    if (built.status !== 0) skip(context, 'no static C library');
    await plateau(['record', '-q', '-o', 'r.plateau', '--', 'chroot', 'root', '/bin/inside']);
    const { stdout } = await plateau(['top', '--json', 'r.plateau']);
    expect(stdout).toContain('"work_inside"');
  });

  it('that cannot be one is refused with the reason', async () => {
    writeFileSync(join(folder, 'text'), '');
    writeFileSync(join(folder, 'app'), '#!/bin/sh\n');
    chmodSync(join(folder, 'app'), 0o755);
    expect(await said('./text')).toMatch(/not executable\n {2}try: chmod \+x \.\/text/);
    expect(await said('./')).toContain('it is a directory');
    expect(await said('app')).toContain('try: plateau record -- ./app');
  });

  it('never runs when the profile could not be written', async () => {
    mkdirSync(join(folder, 'taken.plateau'));
    const run = await plateau(['record', '-o', 'taken.plateau', '--', 'touch', 'ran']);
    expect(run.stderr).toContain('cannot write taken.plateau: it is a directory');
    expect([run.status, existsSync(join(folder, 'ran'))]).toEqual([1, false]);
  });

  it('never gets arguments other than it was given', async () => {
    const line = `'${launcher}' record -- touch "$(printf 'ran\\377')"`;
    const run = await finished(spawn('sh', ['-c', line], { cwd: folder }));
    expect(run.stderr).toContain('is not UTF-8 and would reach the program changed');
    expect(run.status).toBe(2);
  });
});

describe('plateau record', () => {
  recorded('watches something else for as long as a program runs', async () => {
    const watched = spawn('sleep', ['60']);
    const beside = ['--', 'sh', '-c', 'echo here; exit 3'];
    for (const output of ['beside.plateau', 'beside.data']) {
      const args = ['record', '-p', String(watched.pid), '-o', output, ...beside];
      const { status, stdout, stderr } = await plateau(args);
      expect([status, stdout]).toEqual([3, 'here\n']);
      expect(stderr).toContain(` → ${output}`);
    }
    // It is ended when what is watched is over, and never runs when that is not there.
    const rest = plateau(['record', '-p', String(watched.pid), '--', 'sleep', '60']);
    watched.kill();
    expect([0, 1]).toContain((await rest).status);
    const gone = await plateau(['record', '-p', String(watched.pid), '--', 'echo', 'ran']);
    expect([gone.status, gone.stdout]).toEqual([1, '']);
  });

  recorded('writes through a link', async () => {
    writeFileSync(join(folder, 'real.plateau'), '');
    symlinkSync('real.plateau', join(folder, 'link.plateau'));
    await plateau(['record', '-q', '-o', 'link.plateau', '--', 'true']);
    expect(lstatSync(join(folder, 'link.plateau')).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(folder, 'real.plateau')).size).toBeGreaterThan(0);
  });
});
