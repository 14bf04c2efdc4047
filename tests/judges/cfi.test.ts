import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { CfiSection } from '../../src/dwarf/cfi-section.ts';
import { findSection, parseElf, sectionBytes, sourceOf } from '../../src/object/index.ts';
import { type JudgedMachine, ourFrames, readelfFrames } from './readelf-frames.ts';
import { findTool, requires } from './requires.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-cfi-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Deviations {
  readonly fdes: number;
  readonly rows: number;
  readonly different: readonly string[];
}

function compare(
  path: string,
  name: '.eh_frame' | '.debug_frame',
  machine: JudgedMachine,
): Deviations {
  const elf = parseElf(sourceOf(readFileSync(path)));
  const found = findSection(elf, name);
  if (found === undefined) throw new Error(`${path} has no ${name}`);
  const address = Number(found.address);
  const bytes = sectionBytes(elf, found);
  const section = new CfiSection({ name, bytes, address, littleEndian: true, addressSize: 8 });
  const theirs = readelfFrames(path, name);
  const different: string[] = [];
  let fdes = 0;
  let rows = 0;
  for (const fde of section.fdes()) {
    const ours = ourFrames(section, fde, machine);
    const their = theirs.get(fde.offset);
    fdes++;
    rows += ours.length;
    if (their === undefined) different.push(`FDE ${fde.offset} is not in readelf's list`);
    else if (their.length === 0 ? ours.length !== 1 : ours.join('\n') !== their.join('\n')) {
      different.push(`FDE ${fde.offset}\nours\n${ours.join('\n')}\ntheirs\n${their.join('\n')}`);
    }
  }
  expect(fdes).toBe(theirs.size);
  return { fdes, rows, different };
}

const libraries = ['libc.so.6', 'libstdc++.so.6', 'ld-linux-x86-64.so.2']
  .map((name) => join('/lib/x86_64-linux-gnu', name))
  .concat('/usr/lib/x86_64-linux-gnu/libstdc++.so.6')
  .filter((path) => existsSync(path))
  .map((path) => realpathSync(path));

describe('readelf agrees on call frame rows', () => {
  for (const path of new Set(libraries)) {
    requires('readelf')(`of ${path}`, () => {
      const { fdes, rows, different } = compare(path, '.eh_frame', 'x86-64');
      expect(different.slice(0, 3)).toEqual([]);
      expect([fdes > 100, rows > fdes]).toEqual([true, true]);
    });
  }

  requires('readelf', 'rustc')('of a Rust program', () => {
    const source = join(folder, 'program.rs');
    const binary = join(folder, 'program');
    writeFileSync(
      source,
      'use std::collections::HashMap; fn main() { let mut m = HashMap::new(); for i in 0..9u64 { m.insert(i, format!("{i}")); } println!("{}", m.len()); }\n',
    );
    execFileSync(findTool('rustc') ?? '', ['-O', '-g', '-o', binary, source], { cwd: folder });
    expect(compare(binary, '.eh_frame', 'x86-64').different.slice(0, 3)).toEqual([]);
  });

  requires('readelf', 'cc')('of .debug_frame', () => {
    const binary = compiled('cc', ['-fno-asynchronous-unwind-tables', '-fno-unwind-tables', '-g']);
    expect(compare(binary, '.debug_frame', 'x86-64').different).toEqual([]);
  });

  requires('readelf', 'aarch64-linux-gnu-gcc')('of AArch64, with signed return addresses', () => {
    const binary = compiled('aarch64-linux-gnu-gcc', ['-mbranch-protection=standard', '-static']);
    expect(compare(binary, '.eh_frame', 'aarch64').different.slice(0, 3)).toEqual([]);
  });
});

function compiled(compiler: string, flags: readonly string[]): string {
  const source = join(folder, 'program.c');
  const binary = join(folder, `program-${compiler}`);
  writeFileSync(
    source,
    `#include <stdio.h>
#include <alloca.h>
__attribute__((noinline)) static double half(double x) { return printf("%f", x) > 3 ? x / 2 : x; }
__attribute__((noinline)) static int big(int n) { char *p = alloca(n); p[n - 1] = (char)n; return p[n / 2] + puts(p); }
int main(int argc, char **argv) { double d = argc; if (argc > 1) d = half(d) * half(d + 1); return big(argc + 9) + (int)d; }
`,
  );
  execFileSync(compiler, ['-O2', ...flags, '-o', binary, source], { cwd: folder });
  return binary;
}
