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

/** Touches pages and waits, in itself and in a child; prints the page faults and switches of both. */
const source = `
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
static void work(void) {
  volatile char *pages = malloc(4096 * 2000);
  for (int i = 0; i < 2000; i++) pages[i * 4096] = 1;
  for (int i = 0; i < 40; i++) usleep(1000);
}
int main(void) {
  struct rusage own, child;
  if (fork() == 0) { work(); _exit(0); }
  work();
  wait(0);
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &child);
  printf("%ld %ld\\n", own.ru_minflt + own.ru_majflt + child.ru_minflt + child.ru_majflt,
         own.ru_nvcsw + own.ru_nivcsw + child.ru_nvcsw + child.ru_nivcsw);
  return 0;
}`;

/** Counts beside what the kernel told the program of itself. */
function expectCounts(counts: readonly string[], printed: string): void {
  const truth = printed.trim().split(' ').map(Number);
  expect(counts).toHaveLength(2);
  for (const [at, count] of counts.entries()) {
    const known = truth[at] ?? 0;
    expect(known).toBeGreaterThan(70);
    // What the program was told has the moments before exec besides, and not those behind the last line.
    const apart = Math.abs(Number(count) - known);
    expect(apart, `${count}, truth ${known}`).toBeLessThan(20 + known * 0.05);
  }
}

requires('perf', 'cc')('counts what perf stat counts', () => {
  writeFileSync(join(folder, 'work.c'), source);
  const program = join(folder, 'work');
  execFileSync('cc', ['-O1', '-o', program, join(folder, 'work.c')]);
  const events = 'page-faults,context-switches';
  const perf = spawnSync('perf', ['stat', '-x,', '-e', events, program], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  const lines = perf.stderr.trim().split('\n');
  expectCounts(
    lines.map((line) => line.split(',')[0] ?? ''),
    perf.stdout,
  );
  const file = join(folder, 'stat.csv');
  const words = ['stat', '--csv', '-o', file, '-e', events, '--', program];
  const printed = execFileSync(process.execPath, [cli, ...words], { encoding: 'utf8' });
  const ours = readFileSync(file, 'utf8').split('\n').slice(1, 3);
  expectCounts(
    ours.map((line) => line.split(',')[1] ?? ''),
    printed,
  );
});
