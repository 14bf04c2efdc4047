import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, type TestContext } from 'vitest';
import { findTool, requires, skip } from './judges/requires.ts';

// Programs that measure themselves (fixtures/programs/truth), recorded by Plateau: the profile must say
// what the kernel's clock told the program, within two points.

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const cli = path('../dist/cli/main.js');
const sources = path('../fixtures/programs/truth');
const folder = mkdtempSync(join(tmpdir(), 'plateau-truth-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Mode = 'fp' | 'dwarf';

interface Recording {
  readonly file: string;
  /** Nanoseconds by name, as the program printed them. */
  readonly facts: Readonly<Record<string, number>>;
  readonly notes: string;
}

function plateau(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 100_000,
    maxBuffer: 1 << 28,
  });
}

function build(name: string, mode: Mode): string {
  const program = join(folder, `${name}-${mode}`);
  const frames = mode === 'fp' ? '-fno-omit-frame-pointer' : '-fomit-frame-pointer';
  const flags = ['-O2', '-g', '-pthread', frames, '-o', program, join(sources, `${name}.c`)];
  const { status, stderr } = spawnSync('cc', flags, { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return program;
}

/** Skips where the kernel does not let this user sample. */
function record(context: TestContext, program: string, ...flags: string[]): Recording {
  const file = `${program}.plateau`;
  const args = ['record', '-F', '1999', ...flags, '-o', file, '--', program];
  const { status, stdout, stderr } = plateau(...args);
  if (status !== 0 && /perf_event_paranoid|not to be had/.test(stderr))
    skip(context, stderr.trim());
  expect(status, stderr).toBe(0);
  return { file, facts: JSON.parse(stdout) as Record<string, number>, notes: stderr };
}

/** Share of all samples with a function anywhere in their stack, in points. */
function sharesOf(file: string, ...flags: string[]): Map<string, { cum: number; flat: number }> {
  const { stdout, stderr } = plateau('top', '--json', '--nodefraction', '0', ...flags, file);
  expect(stdout, stderr).not.toBe('');
  const { rows } = JSON.parse(stdout) as {
    rows: { name: string; cumPercent: number; flatPercent: number }[];
  };
  return new Map(rows.map((row) => [row.name, { cum: row.cumPercent, flat: row.flatPercent }]));
}

function expectShare(measured: number | undefined, truth: number, what: string): void {
  expect(
    Math.abs((measured ?? 0) - truth),
    `${what}: ${measured} %, truth ${truth} %`,
  ).toBeLessThan(2);
}

function share(facts: Recording['facts'], name: string): number {
  return (100 * (facts[name] ?? 0)) / (facts['total'] ?? 1);
}

/** Stacks, root first, with their weight. */
function stacksOf(file: string): { frames: string[]; weight: number }[] {
  const folded = `${file}.folded`;
  const { status, stderr } = plateau('convert', file, '--to', 'folded', '-o', folded);
  expect(status, stderr).toBe(0);
  return readFileSync(folded, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const cut = line.lastIndexOf(' ');
      return { frames: line.slice(0, cut).split(';'), weight: Number(line.slice(cut + 1)) };
    });
}

const itRecords = requires('cc');

describe.each(['fp', 'dwarf'] as const)('stacks by %s', (mode) => {
  itRecords('two functions share the time 70 to 30', (context) => {
    const { file, facts } = record(context, build('shares', mode), '--call-graph', mode);
    const shares = sharesOf(file);
    for (const name of ['heavy', 'light']) {
      expectShare(shares.get(name)?.cum, share(facts, name), name);
    }
    expectShare(shares.get('main')?.cum, 100, 'main');
  });

  itRecords('a function that the compiler inlined has its share', (context) => {
    const { file, facts } = record(context, build('inlined', mode), '--call-graph', mode);
    const shares = sharesOf(file);
    expectShare(shares.get('leaf')?.cum, share(facts, 'leaf'), 'leaf');
    expectShare(shares.get('outer')?.cum, share(facts, 'outer') + share(facts, 'leaf'), 'outer');
    expectShare(shares.get('outer')?.flat, share(facts, 'outer'), 'outer itself');
  });

  itRecords('two threads have half each', (context) => {
    const { file, facts } = record(context, build('threads', mode), '--call-graph', mode);
    const shares = sharesOf(file);
    for (const name of ['left', 'right']) {
      expectShare(shares.get(name)?.cum, share(facts, name), name);
      const own = sharesOf(file, '--thread', `${name}-thread`);
      expectShare(own.get(name)?.cum, share(facts, name), `${name} in its thread`);
      expect(own.has(name === 'left' ? 'right' : 'left')).toBe(false);
    }
  });
});

describe('recursion 200 deep', () => {
  itRecords('is whole in stacks by DWARF', (context) => {
    const program = build('recursion', 'dwarf');
    const { file, facts } = record(context, program, '--call-graph', 'dwarf,32768');
    expectShare(sharesOf(file).get('bottom')?.cum, share(facts, 'bottom'), 'bottom');
    const stacks = stacksOf(file);
    const total = stacks.reduce((sum, { weight }) => sum + weight, 0);
    const whole = stacks.filter(({ frames }) => {
      const calls = frames.filter((frame) => frame === 'descend').length;
      return frames.includes('bottom') && calls === 200 && frames.includes('main');
    });
    const weight = whole.reduce((sum, stack) => sum + stack.weight, 0);
    expectShare((100 * weight) / total, share(facts, 'bottom'), 'stacks with 200 calls below main');
  });

  // The kernel walks frame pointers up to kernel.perf_event_max_stack frames, 127 unless changed.
  itRecords('is as deep as the kernel walks frame pointers, and said to be cut', (context) => {
    const program = build('recursion', 'fp');
    const { file, facts } = record(context, program, '--call-graph', 'fp');
    expectShare(sharesOf(file).get('bottom')?.cum, share(facts, 'bottom'), 'bottom');
    const limit = Number(readFileSync('/proc/sys/kernel/perf_event_max_stack', 'utf8'));
    const deepest = Math.max(...stacksOf(file).map(({ frames }) => frames.length));
    expect(deepest).toBeGreaterThan(Math.min(limit, 200) - 10);
    if (limit < 200) expect(plateau('info', file).stdout).toMatch(/cut|truncated/);
  });
});

describe('waiting', () => {
  // libc keeps no frame pointers: the caller of nanosleep is missing from the chain, its caller is not.
  for (const [mode, name] of [
    ['fp', 'main'],
    ['dwarf', 'nap'],
  ] as const) {
    itRecords(`300 ms of sleep are 300 ms off the CPU, stacks by ${mode}`, (context) => {
      const program = build('waiting', mode);
      const { file, facts } = record(context, program, '--call-graph', mode, '--off-cpu');
      const { stdout } = plateau('top', '--json', '--sample-index', 'off-cpu', file);
      const { rows } = JSON.parse(stdout) as { rows: { name: string; cum: number }[] };
      const waited = rows.find((row) => row.name === name)?.cum ?? 0;
      // The sleep it asked for at least; the program's own clock also ran while others had the CPU.
      const truth = facts['nap'] ?? 0;
      expect(truth).toBeGreaterThanOrEqual(300e6);
      expect(waited, `truth ${truth}`).toBeGreaterThan(300e6 * 0.99);
      expect(waited, `truth ${truth}`).toBeLessThan(truth * 1.05);
    });
  }
});

describe('Rust', () => {
  requires('rustc', 'cc')('two functions share the time 70 to 30', (context) => {
    const program = join(folder, 'shares-rust');
    const rustc = findTool('rustc') ?? 'rustc';
    const built = spawnSync(rustc, ['-O', '-g', '-o', program, join(sources, 'shares.rs')]);
    expect(built.status, String(built.stderr)).toBe(0);
    const { file, facts } = record(context, program, '--call-graph', 'dwarf');
    const shares = sharesOf(file);
    for (const name of ['heavy', 'light']) {
      expectShare(shares.get(`shares::work::${name}`)?.cum, share(facts, name), name);
    }
  });
});
