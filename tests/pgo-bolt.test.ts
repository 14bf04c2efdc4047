import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect } from 'vitest';
import { requires } from './judges/requires.ts';
import { runPlateau } from './running-plateau.ts';

const source = fileURLToPath(new URL('../examples/pgo-c/calc.c', import.meta.url));
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface BoltReport {
  readonly problem: unknown;
  readonly warnings: readonly string[];
  readonly proof: string;
  readonly bolt?: { readonly functions: { readonly counted: number; readonly changed: number } };
  readonly workloads: readonly { readonly failure: unknown; readonly bolt: unknown }[];
}

function workload(name: string, role: string, count: number): string {
  return `[[pgo.workload]]\nname = "${name}"\ntarget = "calc"\nrole = "${role}"\nargs = ["${count}"]\nstdin = "list.txt"\n`;
}

/** calc, trained on two lists of commands. */
function project(compiler: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-50%-pgo-bolt-'));
  folders.push(folder);
  cpSync(source, join(folder, 'calc.c'));
  const list = Array.from({ length: 400 }, (_, at) => `${at % 50 === 0 ? 'xor' : 'add'} ${at}`);
  writeFileSync(join(folder, 'list.txt'), `${list.join('\n')}\n`);
  writeFileSync(
    join(folder, 'plateau.toml'),
    `[pgo]\n[pgo.quick]\niterations = 1\nleast-runs = 5\nmost-runs = 5\n` +
      `[[pgo.target]]\nname = "calc"\nlanguage = "c"\nsources = ["calc.c"]\ncompiler = "${compiler}"\nbolt = true\n` +
      workload('short', 'train', 2000) +
      workload('shorter', 'train', 1000) +
      workload('proof', 'held-out', 500),
  );
  return folder;
}

async function reportOf(cwd: string, env?: Record<string, string>): Promise<BoltReport> {
  const { stdout, stderr } = await runPlateau(['pgo', '--quick', '--json'], {
    cwd,
    ...(env !== undefined && { env }),
  });
  expect(stderr).not.toContain('internal error');
  return JSON.parse(stdout).targets[0];
}

/** All programs but BOLT. */
function pathWithoutBolt(cwd: string): string {
  const folder = join(cwd, 'programs');
  mkdirSync(folder);
  for (const name of readdirSync('/usr/bin')) {
    if (!name.includes('bolt')) symlinkSync(join('/usr/bin', name), join(folder, name));
  }
  return folder;
}

describe('plateau pgo with BOLT', () => {
  for (const compiler of ['clang-19', 'gcc']) {
    requires('llvm-bolt-19', compiler)(`lays out anew what ${compiler} built`, async () => {
      const cwd = project(compiler);
      const { problem, warnings, bolt, workloads, proof } = await reportOf(cwd);
      expect(problem).toBeNull();
      expect(warnings.filter((each) => each.includes('BOLT'))).toEqual([]);
      expect(proof).toContain('the code differs');
      expect(bolt?.functions.counted).toBeGreaterThan(5);
      expect(bolt?.functions.changed).toBeGreaterThan(0);
      expect(workloads).toMatchObject([
        { failure: null, bolt: { ratio: expect.any(Number), verdict: expect.any(String) } },
      ]);
      const sections = execFileSync('readelf', ['-SW', join(cwd, 'pgo-build/calc')]).toString();
      expect(sections).toContain('.note.bolt_info');
      const again = await runPlateau(['pgo', 'build', '--quick', '--resume'], { cwd });
      expect(again.stderr).toContain('building with the profile');
      expect(again.stderr).not.toContain('training BOLT');
      expect(again.stdout).toMatch(/bolt +\d+ of \d+ functions counted/);
    });
  }

  requires('clang-19')('builds without BOLT where it is not installed, and says so', async () => {
    const cwd = project('clang-19');
    const report = await reportOf(cwd, { PATH: pathWithoutBolt(cwd) });
    expect(report).toMatchObject({ problem: null, workloads: [{ failure: null, bolt: null }] });
    expect(report.bolt).toBeUndefined();
    expect(report.warnings.join('\n')).toContain(
      'built without BOLT: llvm-bolt is not installed (apt install bolt-19',
    );
  });
});
