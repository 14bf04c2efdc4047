import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect } from 'vitest';
import { createDecoder } from '../../src/disasm/index.ts';
import { type Agreement, compareWithObjdump } from './objdump-listing.ts';
import { findTool, requires, skip } from './requires.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-objdump-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const x86 = createDecoder('x86-64');
const arm = createDecoder('aarch64');

function fixture(path: string): string {
  return fileURLToPath(new URL(`../../fixtures/programs/${path}`, import.meta.url));
}

function compile(tool: string, ...flags: readonly string[]): string {
  const out = join(folder, `program-${flags.join('').length}-${tool}`);
  execFileSync(findTool(tool) ?? tool, [...flags, '-o', out], { stdio: 'ignore' });
  return out;
}

/** Lengths agree everywhere; texts in at least `share`, and the report names what differs. */
function expectAgreement(agreement: Agreement, least: number, share = 0.999): void {
  const { instructions, otherLength, otherText, examples } = agreement;
  expect(instructions).toBeGreaterThan(least);
  expect(otherLength).toBe(0);
  expect(otherText / instructions, examples.join('\n')).toBeLessThanOrEqual(1 - share);
}

const libc = ['/lib/x86_64-linux-gnu/libc.so.6', '/lib64/libc.so.6', '/usr/lib/libc.so.6'].find(
  (path) => existsSync(path),
);
const isX86 = process.arch === 'x64';

describe('x86-64, judged by objdump', () => {
  for (const syntax of ['intel', 'att'] as const) {
    requires('objdump')(`reads all of libc in ${syntax} syntax`, (context) => {
      if (libc === undefined || !isX86) skip(context, 'no x86-64 libc.so.6 found');
      expectAgreement(compareWithObjdump('objdump', libc, x86, syntax), 200_000);
    });
    requires('objdump', 'cc')(`reads vectors of 512 bits in ${syntax} syntax`, (context) => {
      if (!isX86) skip(context, 'not on x86-64');
      const source = fixture('vector-kernels/kernels.c');
      const flags = ['-O3', '-ffast-math', '-march=icelake-server', '-mprefer-vector-width=512'];
      const object = compile('cc', ...flags, '-c', source);
      expectAgreement(compareWithObjdump('objdump', object, x86, syntax), 1000);
    });
  }

  requires('objdump', 'c++')('reads a C++ program', (context) => {
    if (!isX86) skip(context, 'not on x86-64');
    const program = compile('c++', '-O2', '-march=haswell', fixture('cpp-orders/orders.cpp'));
    expectAgreement(compareWithObjdump('objdump', program, x86, 'att'), 1000);
  });

  requires('objdump', 'rustc')('reads a Rust program', (context) => {
    if (!isX86) skip(context, 'not on x86-64');
    const program = compile('rustc', '-O', fixture('rust-words/words.rs'));
    expectAgreement(compareWithObjdump('objdump', program, x86, 'intel'), 20_000);
  });

  requires('objdump', 'go')('reads a Go program', () => {
    const program = join(folder, 'go-amd64');
    const env = { ...process.env, GOARCH: 'amd64', CGO_ENABLED: '0' };
    const go = findTool('go') ?? 'go';
    execFileSync(go, ['build', '-o', program, '.'], { cwd: fixture('go-cpu'), env });
    expectAgreement(compareWithObjdump('objdump', program, x86, 'att'), 100_000);
  });
});

describe('AArch64, judged by objdump', () => {
  // glibc's memcpy and memset for SVE are not decoded: SVE is what the missing 0.1 % is.
  requires('aarch64-linux-gnu-objdump')('reads all of libc', (context) => {
    const cross = '/usr/aarch64-linux-gnu/lib/libc.so.6';
    if (!existsSync(cross)) skip(context, 'no cross libc found');
    const agreement = compareWithObjdump('aarch64-linux-gnu-objdump', cross, arm, 'intel');
    expectAgreement(agreement, 100_000);
    expect(agreement.examples.every((each) => /plateau: \.inst/.test(each))).toBe(true);
  });

  requires('aarch64-linux-gnu-objdump', 'aarch64-linux-gnu-gcc')('reads vectors', () => {
    const source = fixture('vector-kernels/kernels.c');
    const flags = ['-O3', '-ffast-math', '-shared', '-nostdlib', '-fPIC', source];
    const library = compile('aarch64-linux-gnu-gcc', ...flags);
    const agreement = compareWithObjdump('aarch64-linux-gnu-objdump', library, arm, 'intel');
    expectAgreement(agreement, 500, 1);
  });
});
