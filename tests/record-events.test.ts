import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, type TestContext } from 'vitest';
import { findTool, skip } from './judges/requires.ts';
import { recordedWith, runPlateau } from './running-plateau.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-events-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const recorded = recordedWith('cc');

/** Does as often as it is told: malloc, touching fresh pages, passing a USDT site. */
const source = `
#include <stdlib.h>
#include <sys/mman.h>
static void *volatile kept;
__attribute__((noinline)) void allocate(long n) {
  for (long i = 0; i < n; i++) { kept = malloc(10 + i % 100); free(kept); }
}
__attribute__((noinline)) void touch(long n) {
  volatile char *m = mmap(0, (n + 1) * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise((void *)m, (n + 1) * 4096, MADV_NOHUGEPAGE);
  for (long i = 0; i < n; i++) m[i * 4096] = 1;
}
__attribute__((noinline)) void pass(long n) {
  for (volatile long i = 0; i < n; i++)
    __asm__ volatile(
      "990: nop\\n"
      ".pushsection .note.stapsdt,\\"\\",\\"note\\"\\n.balign 4\\n.4byte 992f-991f,994f-993f,3\\n"
      "991: .asciz \\"stapsdt\\"\\n992: .balign 4\\n993: .8byte 990b,_.stapsdt.base,0\\n"
      ".asciz \\"orders\\"\\n.asciz \\"placed\\"\\n.asciz \\"\\"\\n994: .balign 4\\n.popsection\\n"
      ".ifndef _.stapsdt.base\\n"
      ".pushsection .stapsdt.base,\\"aG\\",\\"progbits\\",.stapsdt.base,comdat\\n"
      ".weak _.stapsdt.base\\n.hidden _.stapsdt.base\\n_.stapsdt.base: .space 1\\n"
      ".size _.stapsdt.base,1\\n.popsection\\n.endif\\n");
}
int main(int argc, char **argv) {
  allocate(atol(argv[1]));
  touch(atol(argv[2]));
  pass(atol(argv[3]));
  return 0;
}`;

beforeAll(() => {
  if (findTool('cc') === undefined) return;
  writeFileSync(join(folder, 'calls.c'), source);
  const flags = ['-O1', '-g', '-fno-omit-frame-pointer', '-o', 'calls', 'calls.c'];
  execFileSync('cc', flags, { cwd: folder });
});

interface Report {
  readonly type: string;
  readonly samples: number;
  readonly rows: readonly { readonly name: string; readonly cum: number }[];
}

async function record(events: readonly string[], ...args: readonly string[]): Promise<string> {
  // Of what can be counted every one; clocks have their rate.
  const each = events.includes('cycles') ? [] : ['-c', '1'];
  const flags = [...events.flatMap((event) => ['-e', event]), ...each];
  const command = ['record', '--call-graph', 'fp', ...flags, '-o', 'out.plateau', '--', './calls'];
  const run = await runPlateau([...command, ...args], { cwd: folder });
  expect([run.status, run.stderr]).toEqual([0, expect.stringContaining('→ out.plateau')]);
  return run.stderr;
}

async function top(...args: readonly string[]): Promise<Report> {
  const { stdout } = await runPlateau(['top', '--json', 'out.plateau', ...args], { cwd: folder });
  return JSON.parse(stdout) as Report;
}

function needsProbes(context: TestContext): void {
  if (process.geteuid?.() !== 0) skip(context, 'probes need root');
  const devices = '/sys/bus/event_source/devices';
  if (!existsSync(`${devices}/uprobe`)) skip(context, 'this kernel has no uprobes');
}

describe('plateau record -e', () => {
  for (const kind of ['uprobe', 'uretprobe']) {
    recorded(`counts every call of a library's function by ${kind}`, async (context) => {
      needsProbes(context);
      await record([`${kind}:libc.so.6:malloc`], '0', '0', '0');
      const before = (await top()).samples;
      await record([`${kind}:libc.so.6:malloc`], '700', '0', '0');
      expect((await top()).samples - before).toBe(700);
    });
  }

  recorded('counts every pass of a USDT site', async (context) => {
    needsProbes(context);
    await record(['usdt:./calls:orders:placed'], '0', '0', '321');
    const report = await top();
    expect(report.samples).toBe(321);
    expect(report.rows.find(({ name }) => name === 'pass')?.cum).toBe(321);
  });

  recorded('sees every page that is touched first', async () => {
    await record(['page-faults'], '0', '300', '0');
    const { rows } = await top('--cum', '--sample-index', 'page-faults');
    expect(rows.find(({ name }) => name === 'touch')?.cum).toBe(300);
  });

  recorded('keeps several events apart', async (context) => {
    needsProbes(context);
    await record(['page-faults', 'uprobe:libc.so.6:malloc'], '500', '200', '0');
    const faults = await top('--cum', '--sample-index', 'page-faults');
    expect(faults.type).toBe('page-faults');
    expect(faults.rows.find(({ name }) => name === 'touch')?.cum).toBe(200);
    expect(faults.rows.find(({ name }) => name === 'allocate')?.cum ?? 0).toBeLessThan(50);
    const calls = await top('--cum', '--sample-index', 'uprobe:libc.so.6:malloc');
    // A probe at the first instruction: frame pointers do not show the caller yet, but its caller.
    expect(calls.rows.find(({ name }) => name === 'main')?.cum).toBe(500);
    expect(calls.rows.find(({ name }) => name === 'touch')).toBeUndefined();
  });

  recorded('says how many processes were too short to be seen', async () => {
    const loop = 'for i in $(seq 100); do /bin/true; done';
    const words = ['record', '-F', '99', '-o', 'short.plateau', '--', 'sh', '-c', loop];
    const run = await runPlateau(words, { cwd: folder });
    const said = /! (\d+) of 10\d processes were too short to be seen at 99 Hz/.exec(run.stderr);
    expect(Number(said?.[1])).toBeGreaterThan(10);
    const info = await runPlateau(['info', 'short.plateau'], { cwd: folder });
    expect(info.stdout).toContain(said?.[0].slice(2));
    expect(info.stdout).toMatch(/recorder: \d+ ms of processor time/);
  });

  recorded(
    'takes the clock where the machine does not count cycles, and says so',
    async (context) => {
      if (existsSync('/sys/bus/event_source/devices/cpu'))
        skip(context, 'this machine counts cycles');
      const said = await record(['cycles'], '3000000', '0', '0');
      expect(said).toContain('cpu-clock at 999 Hz (this machine does not count cycles)');
      const info = await runPlateau(['info', 'out.plateau'], { cwd: folder });
      expect(info.stdout).toMatch(/^events +cpu-clock$/m);
      expect(info.stdout).toContain('cycles sampled as cpu-clock');
      expect((await top()).rows.map(({ name }) => name)).toContain('allocate');
    },
  );
});
