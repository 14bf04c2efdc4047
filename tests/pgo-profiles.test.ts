import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { findTool, requires } from './judges/requires.ts';
import { type Run, recordedWith, runPlateau } from './running-plateau.ts';

const repository = fileURLToPath(new URL('../', import.meta.url));
const recordings = join(repository, 'fixtures/recordings');
const cpu = join(recordings, 'go-cpu.pb.gz');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-profiles-'));
  folders.push(folder);
  return folder;
}

function run(cwd: string, tool: string, ...args: readonly string[]): string {
  const done = spawnSync(findTool(tool) ?? tool, args, { cwd, timeout: 60_000 });
  if (done.status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${done.stderr.toString()}`);
  return done.stdout.toString();
}

const pgo = (cwd: string, ...words: readonly string[]): Promise<Run> =>
  runPlateau(['pgo', ...words], { cwd });

function counted(cwd: string): void {
  run(
    cwd,
    'clang-19',
    '-O2',
    '-fprofile-generate',
    join(repository, 'examples/pgo-c/calc.c'),
    '-o',
    'calc',
  );
  const lines = { a: 'add 5\nbits 3\nxor 12\n', b: 'add 5\nmul 7\n' };
  for (const [name, text] of Object.entries(lines)) {
    writeFileSync(join(cwd, 'input'), text.repeat(50));
    run(cwd, 'sh', '-c', `LLVM_PROFILE_FILE=${name}.profraw ./calc 500 < input`);
    run(cwd, 'llvm-profdata-19', 'merge', '-o', `${name}.profdata`, `${name}.profraw`);
  }
}

function percents(text: string): string[] {
  return [...text.matchAll(/Edge profile overlap: ([\d.]+)%/g)].map(([, percent = '']) => percent);
}

describe('plateau pgo on profiles', () => {
  requires('clang-19', 'llvm-profdata-19')('overlaps and converts as llvm-profdata', async () => {
    const cwd = temporary();
    counted(cwd);
    const theirs = run(cwd, 'llvm-profdata-19', 'overlap', 'a.profdata', 'b.profdata');
    const ofMain = run(
      cwd,
      'llvm-profdata-19',
      'overlap',
      '--function=main',
      'a.profdata',
      'b.profdata',
    );
    const { stdout } = await pgo(cwd, 'overlap', 'a.profraw', 'b.profdata', '--json');
    const ours = JSON.parse(stdout);
    expect((100 * ours.share).toFixed(3)).toBe(percents(theirs)[0]);
    const main = ours.functions.find(({ name }: { name: string }) => name === 'main');
    expect(percents(ofMain)).toContain((100 * main.overlap).toFixed(3));
    expect((await pgo(cwd, 'overlap', 'a.profraw', 'b.profdata')).stdout).toContain('by counters');

    expect((await pgo(cwd, 'convert', 'a.profraw', 'ours.profdata')).status).toBe(0);
    const show = ['show', '--all-functions', '--counts'];
    expect(run(cwd, 'llvm-profdata-19', ...show, 'ours.profdata')).toBe(
      run(cwd, 'llvm-profdata-19', ...show, 'a.profdata'),
    );
    const shown = await pgo(cwd, 'show', 'a.profdata');
    expect(shown.stdout).toMatch(/format +LLVM indexed profile 12, \d+ bytes/);
    const total = /Total count: (\d+)/.exec(
      run(cwd, 'llvm-profdata-19', 'show', '--detailed-summary', 'a.profdata'),
    );
    expect(shown.stdout).toMatch(new RegExp(`sum of counts +${total?.[1] ?? 'none'}\\n`));
    const cut = join(cwd, 'cut.profraw');
    writeFileSync(cut, readFileSync(join(cwd, 'a.profraw')).subarray(0, 300));
    const broken = await pgo(cwd, 'convert', 'cut.profraw', 'cut.profdata');
    expect(broken.status).toBe(1);
    expect(broken.stderr).toMatch(/cut\.profraw: .* at 0x/);
    expect(existsSync(join(cwd, 'cut.profdata'))).toBe(false);
  });

  requires('go')('writes a profile that Go reads the same', async () => {
    const cwd = temporary();
    const { status, stderr } = await pgo(cwd, 'convert', cpu, 'default.pgo');
    expect(stderr).toContain('wrote default.pgo');
    expect(status).toBe(0);
    run(cwd, 'go', 'tool', 'preprofile', '-i', cpu, '-o', 'theirs');
    run(cwd, 'go', 'tool', 'preprofile', '-i', 'default.pgo', '-o', 'ours');
    expect(readFileSync(join(cwd, 'ours'), 'utf8')).toBe(readFileSync(join(cwd, 'theirs'), 'utf8'));
    expect((await pgo(cwd, 'overlap', cpu, 'default.pgo')).stdout).toContain(
      '100 % of the weight is the same',
    );
  });

  recordedWith(
    'clang-19',
    'gcc',
    'llvm-profdata-19',
  )('makes sample profiles of a recording', async () => {
    const cwd = temporary();
    const source = join(repository, 'examples/pgo-c/calc.c');
    const flags = ['-O2', '-g1', '-fdebug-info-for-profiling', source];
    run(cwd, 'clang-19', ...flags, '-o', 'calc');
    writeFileSync(join(cwd, 'input'), 'add 5\nbits 3\nxor 12\n'.repeat(500));
    const command = ['sh', '-c', 'exec ./calc 60000 < input'];
    await runPlateau(['record', '--call-graph', 'dwarf', '-o', 'calc.plateau', '--', ...command], {
      cwd,
    });
    const clang = await pgo(cwd, 'convert', 'calc.plateau', 'calc.samples');
    expect(clang.stderr).toMatch(/\d+ samples of .*\/calc, \d+ with a caller → \d+ functions/);
    run(cwd, 'clang-19', ...flags, '-Werror', '-fprofile-sample-use=calc.samples', '-o', 'fast');
    expect((await pgo(cwd, 'show', 'calc.samples')).stdout).toContain('LLVM sample profile');
    expect((await pgo(cwd, 'convert', 'calc.plateau', 'calc.afdo')).status).toBe(0);
    run(cwd, 'gcc', '-O2', '-g', source, '-Werror', '-fauto-profile=calc.afdo', '-o', 'fast');
    const afdo = await pgo(cwd, 'show', 'calc.afdo');
    expect(afdo.stdout).toContain('sample profile of gcc');
    const overlap = await pgo(cwd, 'overlap', 'calc.afdo', 'calc.afdo');
    expect(overlap.stdout).toContain('100 %');
  });

  it('refuses what makes no sense, and names what does', async () => {
    const cwd = temporary();
    const counters = join(repository, 'src/training/llvm/testdata/calc-v10.profraw');
    const stacks = await pgo(cwd, 'convert', counters, 'x.pprof');
    expect(stacks.stderr).toContain('counters of blocks have no stacks');
    expect(stacks.stderr).toContain('try: it can become profdata (.profdata)');
    expect((await pgo(cwd, 'convert', cpu, 'x.profdata')).stderr).toContain(
      'samples are not counts of blocks',
    );
    expect((await pgo(cwd, 'convert', cpu, 'x.what')).stderr).toContain(
      'no profile is known by the ending',
    );
    const mixed = await pgo(cwd, 'overlap', cpu, counters);
    expect(mixed.stderr).toContain('weighs call edges');
    expect(mixed.status).toBe(2);
    expect((await pgo(cwd, 'overlap', cpu)).status).toBe(2);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('puts, lists and gets, also two at once', async () => {
    const cwd = temporary();
    const other = join(recordings, 'go-cpu-fast.pb.gz');
    const facts = ['--fact', 'arch=mips', '--fact', 'workload=production'];
    const puts = await Promise.all([
      pgo(cwd, 'store', 'put', cpu, 'tiny', ...facts),
      pgo(cwd, 'store', 'put', other, 'tiny', '--fact', 'commit=abc1234'),
    ]);
    expect(puts.map(({ status }) => status)).toEqual([0, 0]);
    const entries = JSON.parse((await pgo(cwd, 'store', 'list', '--json')).stdout);
    expect(entries).toHaveLength(2);
    expect((await pgo(cwd, 'store', 'list')).stdout).toMatch(/tiny@\w{8} +linux-mips/);
    const got = await pgo(cwd, 'store', 'get', 'tiny', 'out.pprof');
    expect(got.status).toBe(0);
    expect(readFileSync(join(cwd, 'out.pprof')).equals(readFileSync(other))).toBe(true);
    const mips = entries.find(({ arch }: { arch: string }) => arch === 'mips');
    const foreign = await pgo(cwd, 'store', 'get', `tiny@${mips.sha256.slice(0, 8)}`);
    expect(foreign.stdout).toBe(`${join(cwd, 'pgo-profiles', mips.file)}\n`);
    expect(foreign.stderr).toContain('was made on linux-mips, and this is linux-');
    expect((await pgo(cwd, 'store', 'put', cpu, 'tiny', '--fact', 'colour=red')).status).toBe(2);
    expect((await pgo(cwd, 'store', 'get', 'nothing')).stderr).toContain(
      'has no profile for nothing',
    );
  });
});
