import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { requires } from './requires.ts';

const cli = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plateau-stat-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Touches a known number of pages and switches a known number of times, in itself and in a child. */
const source = `
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static void work(void) {
  volatile char *pages = malloc(4096 * 2000);
  for (int i = 0; i < 2000; i++) pages[i * 4096] = 1;
  for (int i = 0; i < 40; i++) usleep(1000);
}
int main(void) { if (fork() == 0) { work(); _exit(0); } work(); wait(0); return 0; }`;

requires('perf', 'cc')('counts what perf stat counts', () => {
  writeFileSync(join(folder, 'work.c'), source);
  const program = join(folder, 'work');
  execFileSync('cc', ['-O1', '-o', program, join(folder, 'work.c')]);
  const events = 'page-faults,context-switches';
  const perf = spawnSync('perf', ['stat', '-x,', '-e', events, program], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  const theirs = perf.stderr
    .trim()
    .split('\n')
    .map((line) => Number(line.split(',')[0]));
  const file = join(folder, 'stat.csv');
  execFileSync(process.execPath, [cli, 'stat', '--csv', '-o', file, '-e', events, '--', program]);
  const ours = readFileSync(file, 'utf8').split('\n').slice(1, 3);
  for (const [at, line] of ours.entries()) {
    const count = Number(line.split(',')[1]);
    expect(count).toBeGreaterThan(70);
    // Huge pages and a busy machine move both counts a little from run to run.
    expect(Math.abs(count / (theirs[at] ?? 0) - 1), line).toBeLessThan(0.25);
  }
});
