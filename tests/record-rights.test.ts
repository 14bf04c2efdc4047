import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, type TestContext } from 'vitest';
import { perfEventParanoid } from '../src/platform/machine-facts.ts';
import { findTool, skip } from './judges/requires.ts';
import { paranoidMachine } from './refused-sampling.ts';
import { type Run, recordedWith, runPlateau } from './running-plateau.ts';

// As `nobody`, with whatever kernel.perf_event_paranoid this machine has: it is not changed.
const nobody = { uid: 65_534, gid: 65_534 };
const folder = mkdtempSync(join(tmpdir(), 'plateau-rights-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const recorded = recordedWith('cc');
const level = perfEventParanoid() ?? 4;

beforeAll(() => {
  chmodSync(folder, 0o777);
  writeFileSync(
    join(folder, 'work.mjs'),
    'const end = Date.now() + 300; while (Date.now() < end);',
  );
  if (findTool('cc') === undefined) return;
  const source = 'int main(void) { for (volatile long i = 0; i < 100000000; i++); return 0; }';
  writeFileSync(join(folder, 'work.c'), source);
  execFileSync('cc', ['-g', '-o', 'work', 'work.c'], { cwd: folder });
});

async function asNobody(context: TestContext, ...args: readonly string[]): Promise<Run> {
  if (process.geteuid?.() !== 0) skip(context, 'only root can become another user');
  const env = { HOME: folder };
  const run = await runPlateau(args, { cwd: folder, env, ...nobody });
  if (run.stderr.includes('EACCES') || run.stderr.includes('Cannot find module')) {
    skip(context, 'another user cannot read this folder');
  }
  return run;
}

describe('an ordinary user', () => {
  recorded(
    'records its own program without the kernel, and is told how to get it',
    async (context) => {
      const run = await asNobody(context, 'record', '--', './work');
      if (level > 2) {
        expect(run.status).toBe(1);
        expect(run.stderr).toMatch(
          /^plateau: cannot sample \.\/work: perf_event_paranoid is \d\n {2}try: sudo sysctl/,
        );
        return;
      }
      expect(run.status).toBe(0);
      expect(run.stderr).toContain('hottest: main');
      if (level < 2) return;
      expect(run.stderr).toContain(', user code only');
      expect(run.stderr).toContain(
        "the kernel's part is not recorded: perf_event_paranoid is 2 (sudo sysctl kernel.perf_event_paranoid=1 allows it)",
      );
    },
  );

  recorded('records a Node program, by V8 where the kernel refuses', async (context) => {
    const run = await asNobody(
      context,
      'record',
      '-o',
      'node.plateau',
      '--',
      process.execPath,
      'work.mjs',
    );
    expect(run.status).toBe(0);
    expect(run.stderr).toMatch(
      level > 2 ? /V8's own profiler records JavaScript only/ : /user code only|at 999 Hz/,
    );
  });

  recorded('is told what the whole machine, others and probes take', async (context) => {
    if (level < 1) skip(context, `perf_event_paranoid ${level} allows it`);
    const machine = await asNobody(context, 'record', '-a', '--duration', '0.1');
    expect(machine.status).toBe(1);
    expect(machine.stderr).toMatch(
      /^plateau: cannot sample [^\n]+perf_event_paranoid is \d\n {2}try: sudo /,
    );
    const other = await asNobody(context, 'record', '-p', String(process.pid), '--duration', '0.1');
    expect(other.status).toBe(1);
    expect(other.stderr).toMatch(/^plateau: cannot sample [^\n]+\n {2}try: /);
    const probe = await asNobody(
      context,
      'record',
      '-e',
      'uprobe:libc.so.6:malloc',
      '--',
      './work',
    );
    expect(probe.status).toBe(1);
    expect(probe.stderr).toMatch(
      /^plateau: cannot sample [^\n]+not permitted[^\n]+\n {2}try: run as root/,
    );
  });
});

/** As `nobody`, where the kernel lets nobody sample. */
async function refused(context: TestContext, ...args: readonly string[]): Promise<Run> {
  if (process.geteuid?.() !== 0) skip(context, 'only root can make it look so');
  const under = ['sh', paranoidMachine(folder)];
  const run = await runPlateau(args, { cwd: folder, env: { HOME: folder }, under });
  if (/unshare|mount/.test(run.stderr)) skip(context, run.stderr.trim());
  return run;
}

describe('a machine with perf_event_paranoid 3', () => {
  recorded('refuses a program with the setting, the fix and no file', async (context) => {
    const run = await refused(context, 'record', '-o', 'none.plateau', '--', './work');
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(
      /^plateau: cannot sample \.\/work[^\n]*: perf_event_paranoid is 3\n {2}try: sudo sysctl kernel\.perf_event_paranoid=/,
    );
    expect(existsSync(join(folder, 'none.plateau'))).toBe(false);
  });

  recorded('records a Node program by V8, and says why', async (context) => {
    const script = [process.execPath, 'work.mjs'];
    const run = await refused(context, 'record', '-o', 'by-v8.plateau', '--', ...script);
    expect(run.status).toBe(0);
    expect(run.stderr).toContain('perf_event_paranoid is 3');
    expect(run.stderr).toContain("V8's own profiler records JavaScript only");
    expect(existsSync(join(folder, 'by-v8.plateau'))).toBe(true);
  });

  recorded('is what doctor says', async (context) => {
    const { stdout } = await refused(context, 'doctor');
    expect(stdout).toMatch(/perf_event_paranoid[^\n]*3/);
  });
});
