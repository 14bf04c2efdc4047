import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { samplingRight } from '../src/record/index.ts';
import { findTool, requires, skip } from './judges/requires.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const cli = path('../dist/cli/main.js');
const demo = path('../demo');
const folder = mkdtempSync(join(tmpdir(), 'plateau-demo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Run {
  return spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 100_000,
    env: { ...process.env, ...env },
  });
}

const plateau = (args: readonly string[], env?: NodeJS.ProcessEnv): Run =>
  run(process.execPath, [cli, ...args], env);

/** A PATH on which these tools are all there is. */
function onlyTools(...tools: readonly string[]): { PATH: string } {
  const bin = join(folder, `bin-${tools.join('-')}`);
  mkdirSync(bin, { recursive: true });
  for (const tool of tools) symlinkSync(findTool(tool) ?? tool, join(bin, tool));
  return { PATH: bin };
}

/** The answer ranks the three functions, and the files are there. Who is first is the machine's to say. */
function expectAnswer(dir: string, answer: Run, names: readonly string[]): void {
  expect(answer.status, answer.stderr).toBe(0);
  const ranks = [...answer.stdout.matchAll(/^ +[123]\. +(\d+) % +(\S+) /gm)];
  const shares = ranks.map(([, share]) => Number(share));
  expect(new Set(ranks.map(([, , name]) => name)), answer.stdout).toEqual(new Set(names));
  expect(shares).toEqual(shares.toSorted((one, other) => other - one));
  expect(Math.min(...shares), answer.stdout).toBeGreaterThan(4);
  expect(answer.stdout).toMatch(
    /The widest plateau is \S+: \d+ % of the CPU time is its own \(\d+ of \d+ samples\)/,
  );
  const files = readdirSync(join(folder, dir)).filter((name) => name !== 'plateau-demo');
  expect(files).toEqual(['plateau-demo.html', 'plateau-demo.plateau', 'plateau-demo.svg']);
  const graph = readFileSync(join(folder, dir, 'plateau-demo.svg'), 'utf8');
  for (const name of names) expect(graph).toContain(name);
  const page = readFileSync(join(folder, dir, 'plateau-demo.html'), 'utf8');
  expect(page).toContain('[{"name":"plateau-demo.plateau","sizeBytes":');
  expect(page).toContain('data-plateau-profile="0">');
}

function steps(program: string): void {
  const [command = '', ...args] = program.split(' ');
  const slow = run(command, [...args, '--print']).stdout;
  expect(slow).toMatch(/^\d+ \d+ \d+\n$/);
  expect(run(command, [...args, '--fixed', '--print']).stdout).toBe(slow);
}

const right = samplingRight();

describe('plateau demo', () => {
  requires('cc')('builds C and records it with the kernel’s sampler', (context) => {
    if (!right.allowed) skip(context, right.reason);
    const answer = plateau(['demo', '--dir', 'c']);
    expectAnswer('c', answer, ['find_duplicates', 'total_rows', 'sum_columns']);
    expect(answer.stderr).not.toContain('cannot');
    const listed = plateau(['list', 'find_duplicates', 'c/plateau-demo.plateau']);
    expect(listed.stdout).toContain('orders[i].id == orders[j].id');
    const info = plateau(['info', 'c/plateau-demo.plateau']);
    expect(info.stdout).toContain('the kernel’s sampler');
    steps('./c/plateau-demo');
  });

  requires('rustc', 'cc')('builds Rust', (context) => {
    if (!right.allowed) skip(context, right.reason);
    const answer = plateau(['demo', '--dir', 'rust', '--language', 'rust']);
    const names = ['find_duplicates', 'total_rows', 'sum_columns'];
    expectAnswer(
      'rust',
      answer,
      names.map((name) => `workload::${name}`),
    );
    steps('./rust/plateau-demo');
  });

  it('records Node where there is no compiler, and says why', () => {
    const answer = plateau(['demo', '--dir', 'js'], onlyTools('node'));
    expectAnswer('js', answer, ['findDuplicates', 'totalRows', 'sumColumns']);
    expect(answer.stderr).toMatch(/no cc to build|cannot sample native programs/);
    const listed = plateau(['list', 'findDuplicates', 'js/plateau-demo.plateau']);
    expect(listed.stdout).toContain('orders[i].id === orders[j].id');
    steps(`node ${join(demo, 'workload.js')}`);
  });
});
