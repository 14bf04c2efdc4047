import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skip } from './judges/requires.ts';

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
};
let folder = '';
let prefix = '';
let packed: Packed;

/**
 * What is packed, away from the clone: a program that runs meanwhile keeps its compiled code beside
 * itself, and files would come and go under npm's hands.
 */
function copyOfClone(): string {
  const clone = join(folder, 'clone');
  for (const name of ['dist', 'demo', 'package.json', 'README.md', 'CHANGELOG.md', 'LICENSE']) {
    cpSync(join(root, name), join(clone, name), {
      recursive: true,
      filter: (path) => basename(path) !== '.code',
    });
  }
  for (const name of ['dist/cli/.code/convert', 'src']) {
    mkdirSync(join(clone, name), { recursive: true });
    writeFileSync(join(clone, name, 'unneeded'), '');
  }
  return clone;
}

/** Installs the tarball as a user would: globally, into an empty prefix, away from this clone. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-package-'));
  prefix = join(folder, 'prefix');
  mkdirSync(prefix);
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  packed = (JSON.parse(npmIn(copyOfClone(), ...pack)) as Packed[])[0] as Packed;
  const tarball = join(folder, packed.filename);
  npm('install', '--global', '--prefix', prefix, '--prefer-offline', '--no-audit', tarball);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function npm(...args: string[]): string {
  return npmIn(root, ...args);
}

function npmIn(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function plateau(...args: string[]): string {
  const env = { PATH: `${join(prefix, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: folder };
  return execFileSync('plateau', args, { cwd: folder, env, encoding: 'utf8' });
}

describe('the package', () => {
  it('holds what runs and nothing else', () => {
    const strange = packed.files
      .map(({ path }) => path)
      .filter((path) => !/^(dist\/|demo\/|package\.json|README|CHANGELOG|LICENSE)/.test(path));
    expect(strange).toEqual([]);
    const unneeded = packed.files.filter(({ path }) => {
      return /\.(test|fuzz)\.|testdata|testing\/|unneeded$|\.stamp$|(?<!\.d)\.ts$/.test(path);
    });
    expect(unneeded.map(({ path }) => path)).toEqual([]);
    console.log(
      `package: ${packed.files.length} files, ${Math.round(packed.size / 1000)} kB packed`,
    );
    expect(packed.size).toBeLessThan(2_000_000);
  });

  it('installs the runtime dependencies alone', () => {
    const listed = JSON.parse(
      npm('ls', '--global', '--prefix', prefix, '--depth', '1', '--json'),
    ) as { dependencies: { plateau: { dependencies: Record<string, unknown> } } };
    const names = Object.keys(listed.dependencies.plateau.dependencies);
    expect(names.sort()).toEqual(Object.keys(manifest.dependencies).sort());
  });

  it('runs outside the clone', () => {
    writeFileSync(join(folder, 'stacks.folded'), 'main;parse;read 6\nmain;eval 2\n');
    expect(plateau('--version')).toBe(`${manifest.version}\n`);
    plateau('convert', 'stacks.folded', '-o', 'out.pb.gz');
    plateau('convert', 'out.pb.gz', '-o', 'out.plateau');
    expect(plateau('convert', 'out.plateau', '--to', 'folded', '-o', '-')).toContain(
      'main;eval 2\n',
    );
    expect(plateau('top', 'out.plateau')).toMatch(/6 .*75.*%.* read/);
    plateau('view', '-q', 'out.plateau', '--export', 'out.html');
    expect(readFileSync(join(folder, 'out.html'), 'utf8')).toContain('"name":"out.plateau"');
    expect(plateau('completion', 'bash')).toContain('complete -F _plateau plateau');
  });

  it('records outside the clone, with its thread and the library that calls the kernel', (context) => {
    const setting = '/proc/sys/kernel/perf_event_paranoid';
    const mayRecord = existsSync(setting) && Number(readFileSync(setting, 'utf8')) <= 2;
    if (!mayRecord && process.getuid?.() !== 0) skip(context, 'perf events are not permitted');
    const spin = 'let s = 0; for (let i = 0; i < 5e7; i++) s += i';
    const program = [process.execPath, '-e', spin];
    plateau(
      'record',
      '-q',
      '--engine',
      'perf',
      '-e',
      'cpu-clock',
      '-o',
      'out.data',
      '--',
      ...program,
    );
    expect(plateau('info', 'out.data')).toMatch(/^events +cpu-clock$/m);
  });

  it('exports its layers as libraries', () => {
    const names = Object.keys(manifest.exports).filter((name) => name !== './package.json');
    const home = join(prefix, 'lib/node_modules/plateau');
    const program = `for (const name of ${JSON.stringify(names)})
      if (Object.keys(await import('plateau/' + name.slice(2))).length === 0) throw new Error(name);`;
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: home });
  });
});
