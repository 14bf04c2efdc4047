import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect } from 'vitest';
import { requires } from './judges/requires.ts';
import { type Run, runPlateau } from './running-plateau.ts';

const itWithClang = requires('clang-19');
const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Waits, with a child of its own, until the file of its last argument exists; then it counts. */
const source = `#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static unsigned long twist(unsigned long value, int odd) {
  return odd ? value * 6364136223846793005UL + 3 : value ^ (value >> 7);
}
static unsigned long burn(long count) {
  unsigned long value = 1;
  for (long at = 0; at < count; at++) value = twist(value, at % 5 != 0);
  return value;
}
int main(int count, char **words) {
  if (count > 2 && access(words[2], F_OK) != 0) {
    if (fork() == 0) for (;;) pause();
    while (access(words[2], F_OK) != 0) usleep(10000);
  }
  printf("%lu\\n", burn(atol(words[1]) * 1000000));
  return 0;
}
`;

function workload(name: string, role: string, ...args: readonly string[]): string {
  return `[[pgo.workload]]\nname = "${name}"\ntarget = "tiny"\nrole = "${role}"\nargs = ${JSON.stringify(args)}\n`;
}

const config = `[pgo.quick]
least-runs = 5
most-runs = 5
[[pgo.target]]
name = "tiny"
language = "c"
compiler = "clang-19"
sources = ["tiny.c"]
${workload('one', 'train', '10')}${workload('two', 'train', '10', 'train-gate')}
${workload('three', 'held-out', '12')}${workload('four', 'held-out', '11', 'compare-gate')}
`;

function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-interrupt-'));
  folders.push(folder);
  writeFileSync(join(folder, 'tiny.c'), source);
  writeFileSync(join(folder, 'plateau.toml'), config);
  return folder;
}

interface ProcessFacts {
  readonly pid: number;
  readonly group: number;
  readonly words: readonly string[];
}

/** Processes of programs in the folder. */
function processesIn(folder: string): ProcessFacts[] {
  return processes((pid) => readlinkSync(`/proc/${pid}/exe`).startsWith(`${folder}/`));
}

function processes(isAsked: (pid: string, stat: readonly string[]) => boolean): ProcessFacts[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      // State, parent, group and more, behind the name in parentheses.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      if (stat[0] === 'Z' || !isAsked(pid, stat)) return [];
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return [{ pid: Number(pid), group: Number(stat[2]), words }];
    } catch {
      return [];
    }
  });
}

/** Every process of these groups, whatever it runs now. */
function processesOf(groups: ReadonlySet<number>): ProcessFacts[] {
  return processes((_, stat) => groups.has(Number(stat[2])));
}

/** Runs until the program with that word waits, and interrupts it there. */
async function interruptAt(cwd: string, word: string, ...flags: readonly string[]): Promise<Run> {
  const child: ChildProcess = spawn(process.execPath, [cli, 'pgo', '--quick', ...flags], { cwd });
  const ended = once(child, 'exit');
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (data: Buffer) => {
    output.stdout += data.toString();
  });
  child.stderr?.on('data', (data: Buffer) => {
    output.stderr += data.toString();
  });
  let waiting: ProcessFacts[] = [];
  // The program and its child.
  while (waiting.length < 2) {
    if (child.exitCode !== null) throw new Error(`it ended too early: ${output.stderr}`);
    await sleep(20);
    waiting = processesIn(cwd).filter(({ words }) => words.includes(word));
  }
  child.kill('SIGINT');
  const [status] = (await ended) as [number | null];
  // Killed, which takes the kernel a moment.
  const groups = new Set(waiting.map(({ group }) => group));
  await expect.poll(() => processesOf(groups)).toEqual([]);
  expect(processesIn(cwd)).toEqual([]);
  return { status, ...output };
}

/** Files that were being written, and results that cannot be read. */
function halfWritten(cwd: string): string[] {
  const files = readdirSync(cwd, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => {
    if (file.endsWith('.partial')) return true;
    if (!file.endsWith('.json')) return false;
    try {
      JSON.parse(readFileSync(join(cwd, file), 'utf8'));
      return false;
    } catch {
      return true;
    }
  });
}

describe('an interrupted plateau pgo', () => {
  itWithClang('leaves nothing half done, and --resume does what is left', async () => {
    const cwd = project();
    const first = await interruptAt(cwd, 'train-gate');
    expect(first.status).toBe(130);
    expect(first.stderr).toContain('training on one');
    expect(first.stderr).toContain('training on two');
    expect(halfWritten(cwd)).toEqual([]);
    expect(existsSync(join(cwd, 'pgo-profiles'))).toBe(false);

    writeFileSync(join(cwd, 'train-gate'), '');
    const second = await interruptAt(cwd, 'compare-gate', '--resume');
    expect(second.status).toBe(130);
    expect(second.stderr).not.toContain('training on one');
    expect(second.stderr).toContain('training on two');
    expect(second.stderr).toContain('comparing on three');
    expect(halfWritten(cwd)).toEqual([]);
    expect(existsSync(join(cwd, 'pgo-build/report.json'))).toBe(false);

    writeFileSync(join(cwd, 'compare-gate'), '');
    const last = await runPlateau(['pgo', '--quick', '--resume', '--json'], { cwd });
    expect(last.stderr).not.toMatch(/training on|comparing on three/);
    expect(last.stderr).toContain('comparing on four');
    expect(last.status).toBe(0);
    const [tiny] = JSON.parse(last.stdout).targets;
    expect(tiny.workloads.map(({ workload: name }: { workload: string }) => name)).toEqual([
      'three',
      'four',
    ]);
    expect(tiny.proof).not.toBeNull();
    expect(halfWritten(cwd)).toEqual([]);
  });
});
