import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect } from 'vitest';
import {
  addr2lineFrames,
  codeAddresses,
  type JudgedFrame,
  llvmFrames,
  OuterNames,
  ourFrames,
} from './inline-frames.ts';
import { requires } from './requires.ts';

const zoo = fileURLToPath(new URL('../../fixtures/programs/inline-zoo', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plateau-judge-'));
afterAll(() => rmSync(folder, { recursive: true }));

let builds = 0;

/** Compiles in a folder of its own: .dwo and .dwp files stand beside their binary. */
function build(compiler: string, flags: readonly string[], sources: readonly string[]): string {
  const place = mkdtempSync(join(folder, `${builds++}-`));
  const binary = join(place, 'zoo');
  const paths = sources.map((name) => join(zoo, name));
  execFileSync(compiler, [...flags, ...paths, '-o', binary], { cwd: place, stdio: 'pipe' });
  return binary;
}

const c = ['zoo.c', 'cage.c'];

/** Frames must be equal; the name of the outermost as far as DWARF can know it. */
async function compare(
  binary: string,
  judge: typeof llvmFrames,
  step = 1,
): Promise<{ inlined: number }> {
  const addresses = codeAddresses(binary, step);
  const theirs = judge(binary, addresses);
  const ours = await ourFrames(binary, addresses);
  const names = new OuterNames(binary);
  expect(theirs.length).toBe(addresses.length);
  let inlined = 0;
  const wrong: unknown[] = [];
  addresses.forEach((svma, i) => {
    const their = theirs[i] ?? [];
    const our = ours[i] ?? [];
    if (their.length > 1) inlined++;
    // Padding behind a function: a line, but no function. addr2line takes it to be the function's.
    const isPadding = their.every(({ name }) => name === '??') || judge === addr2lineFrames;
    if (our.length === 0 && isPadding) return;
    // Without debug info the tools name the source from the symbol table: crtstuff.c:0:0.
    if (our.every(({ place }) => place === ':0:0') && !isPlace(their)) return;
    if (!areSame(our, their, names)) wrong.push({ svma: svma.toString(16), our, their });
  });
  expect(wrong.slice(0, 3)).toEqual([]);
  return { inlined };
}

function isPlace(frames: readonly JudgedFrame[]): boolean {
  return frames.some(({ place }) => !/:(0|\?)(:0)?$/.test(place));
}

function areSame(
  ours: readonly JudgedFrame[],
  theirs: readonly JudgedFrame[],
  names: OuterNames,
): boolean {
  if (ours.length !== theirs.length) return false;
  return ours.every(({ name, place }, i) => {
    const their = theirs[i] as JudgedFrame;
    const isOuter = i === ours.length - 1;
    // In cold parts addr2line takes the innermost name from the symbol table.
    const isName = isOuter
      ? names.isSame(name, their.name)
      : name === their.name || their.name.endsWith('.cold');
    return isName && samePlace(place, their.place);
  });
}

/** addr2line prints no column, and `?` for a line that is none. */
function samePlace(ours: string, theirs: string): boolean {
  if (ours === theirs) return true;
  const file = ours.replace(/:\d+:\d+$/, '');
  const line = /:(\d+):\d+$/.exec(ours)?.[1];
  return `${file}:${line === '0' ? '?' : line}` === theirs;
}

const withLlvm = requires('llvm-symbolizer', 'gcc', 'clang', 'readelf', 'nm');

describe('inlined functions and lines of every address', () => {
  for (const compiler of ['gcc', 'clang']) {
    for (const version of [2, 3, 4, 5]) {
      withLlvm(`${compiler} -gdwarf-${version}, with llvm-symbolizer`, async () => {
        const binary = build(compiler, ['-O2', '-g', `-gdwarf-${version}`], c);
        expect((await compare(binary, llvmFrames)).inlined).toBeGreaterThan(50);
      });
    }
    const flagSets: readonly (readonly string[])[] = [
      ['-O0', '-g'],
      ['-O2', '-g1'],
      ['-O2', '-g', '-gdwarf-5', '-gdwarf64'],
      ['-O2', '-g', '-gz=zlib'],
      ['-O2', '-g', '-flto'],
      ['-O2', '-g', '-ffunction-sections', '-Wl,--gc-sections'],
      ['-O2', '-g', '-gdwarf-4', '-gsplit-dwarf'],
      ['-O2', '-g', '-gdwarf-5', '-gsplit-dwarf'],
    ];
    for (const flags of flagSets) {
      withLlvm(`${compiler} ${flags.join(' ')}, with llvm-symbolizer`, async () => {
        await compare(build(compiler, flags, c), llvmFrames);
      });
    }
  }

  withLlvm('clang -gline-tables-only', async () => {
    await compare(build('clang', ['-O2', '-gline-tables-only'], c), llvmFrames);
  });

  withLlvm('C++ templates and lambdas', async () => {
    for (const compiler of ['g++', 'clang++']) {
      const binary = build(compiler, ['-O2', '-g', '-std=c++17'], ['zoo.cc']);
      expect((await compare(binary, llvmFrames)).inlined).toBeGreaterThan(500);
    }
  });

  requires(
    'llvm-symbolizer',
    'rustc',
    'nm',
  )('Rust with its standard library', async () => {
    const binary = build('rustc', ['-O', '-g'], ['zoo.rs']);
    expect((await compare(binary, llvmFrames, 7)).inlined).toBeGreaterThan(5000);
  });

  requires(
    'llvm-symbolizer',
    'clang',
    'ld.lld',
  )('folded, left out and big-endian code', async () => {
    const lld = ['-O2', '-g', '-fuse-ld=lld'];
    const smaller = ['-Wl,--icf=all', '-Wl,--gc-sections', '-ffunction-sections'];
    await compare(build('clang', [...lld, ...smaller], c), llvmFrames);
    for (const target of ['mips-linux-gnu', 'mips64-linux-gnu']) {
      const flags = [...lld, `--target=${target}`, '-nostdlib', '-Wl,-e,main'];

      const binary = build('clang', [...flags, '-ffreestanding'], ['zoo-alone.c']);
      expect((await compare(binary, llvmFrames)).inlined).toBeGreaterThan(10);
    }
  });
});

describe('DWARF 4 with addr2line', () => {
  const withAddr2line = requires('addr2line', 'gcc', 'readelf', 'nm');
  withAddr2line('gcc -gdwarf-4', async () => {
    await compare(build('gcc', ['-O2', '-g', '-gdwarf-4'], c), addr2lineFrames);
  });

  // addr2line 2.40 loses inlined functions whose names dwz moved, so what was known before is the judge.
  requires(
    'gcc',
    'dwz',
    'readelf',
  )('dwz in one file, and shared between two', async () => {
    for (const version of [4, 5]) {
      const flags = ['-O2', '-g', `-gdwarf-${version}`, '-Wl,--build-id'];
      const first = build('gcc', flags, c);
      const second = build('gcc', ['-O1', ...flags.slice(1)], c);
      const addresses = codeAddresses(first, 1);
      const before = await ourFrames(first, addresses);
      expect(before.filter((frames) => frames.length > 2).length).toBeGreaterThan(50);
      execFileSync('dwz', ['-o', `${first}.dwz`, first]);
      expect(await ourFrames(`${first}.dwz`, addresses)).toEqual(before);
      execFileSync('dwz', ['-m', join(folder, `shared-${version}.debug`), first, second]);
      const headers = execFileSync('readelf', ['-SW', first], { encoding: 'utf8' });
      expect(headers).toContain('.gnu_debugaltlink');
      expect(await ourFrames(first, addresses)).toEqual(before);
    }
  });
});

describe('packages of split units', () => {
  for (const version of [4, 5]) {
    const tool = version === 4 ? 'dwp' : 'llvm-dwp';
    requires(
      'llvm-symbolizer',
      'clang',
      tool,
    )(`DWARF ${version} with ${tool}`, async () => {
      const flags = ['-O2', '-g', `-gdwarf-${version}`, '-gsplit-dwarf'];
      const binary = build('clang', flags, c);
      const before = await ourFrames(binary, codeAddresses(binary, 1));
      execFileSync(tool, ['-e', binary, '-o', `${binary}.dwp`], { cwd: join(binary, '..') });
      execFileSync('sh', ['-c', 'rm -f *.dwo'], { cwd: join(binary, '..') });
      expect(await ourFrames(binary, codeAddresses(binary, 1))).toEqual(before);
      expect(before.flat().some(({ name }) => name === 'innermost')).toBe(true);
    });
  }
});
