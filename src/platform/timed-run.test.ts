import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type ChildProgram, loadChildSys } from './sys/child.ts';
import { runTimed } from './timed-run.ts';

const sys = loadChildSys();
const folder = mkdtempSync(join(tmpdir(), 'plateau-timed-'));
afterAll(() => rmSync(folder, { recursive: true }));

function shell(script: string, more: Partial<ChildProgram> = {}): ChildProgram {
  const streams = { stdin: '/dev/null', stdout: '/dev/null', stderr: '/dev/null' };
  return {
    argv: ['sh', '-c', script],
    env: ['PATH=/usr/bin:/bin', 'COLOUR=blue'],
    cwd: folder,
    ...streams,
    ...more,
  };
}

it('tells exit codes and signals as a shell does', () => {
  expect(runTimed(sys, shell('exit 7')).status).toBe(7);
  expect(runTimed(sys, shell('kill -TERM $$')).status).toBe(128 + 15);
});

it('gives the program its folder, environment and streams', () => {
  const stdin = join(folder, 'in');
  const stdout = join(folder, 'out');
  writeFileSync(stdin, 'some input\n');
  runTimed(sys, shell('pwd; echo $COLOUR; cat', { stdin, stdout }));
  expect(readFileSync(stdout, 'utf8')).toBe(`${folder}\nblue\nsome input\n`);
});

it('leaves no signal blocked or ignored', () => {
  const stdout = join(folder, 'signals');
  runTimed(sys, shell('grep -E "Sig(Blk|Ign)" /proc/self/status', { stdout }));
  // The upper half is the C library's own and of real-time programs.
  const masks = readFileSync(stdout, 'utf8').matchAll(/Sig\w+:\s*\w{8}(\w{8})/g);
  expect(Array.from(masks, ([, mask]) => Number.parseInt(mask ?? '', 16) & 0x7fffffff)).toEqual([
    0, 0,
  ]);
});

it('tells running from waiting', () => {
  const slept = runTimed(sys, shell('sleep 0.2'));
  expect(slept.wallNs).toBeGreaterThan(0.2e9);
  expect(slept.userNs + slept.systemNs).toBeLessThan(slept.wallNs / 2);
  expect(slept.voluntarySwitches).toBeGreaterThan(0);
  const ran = runTimed(sys, shell('i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'));
  expect(ran.userNs).toBeGreaterThan(slept.userNs);
});

it('says what is wrong with a program that cannot start', () => {
  const argv = [join(folder, 'absent')];
  expect(() => runTimed(sys, shell('', { argv }))).toThrow(/no such program/);
  const file = join(folder, 'text');
  writeFileSync(file, 'plain');
  expect(() => runTimed(sys, shell('', { argv: [file] }))).toThrow(/not executable/);
});
