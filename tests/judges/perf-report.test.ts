import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { findBuildId, parseElf, sourceOf } from '../../src/object/index.ts';
import { openFileSource } from '../../src/platform/file-source.ts';
import type { Profile } from '../../src/profile/index.ts';
import { PerfFolder, readPerfData } from './perf-recordings.ts';
import { requires } from './requires.ts';

/** Sorting, copying and the C library, whose symbols may be in a file of their own; and the kernel. */
const source = `#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <vector>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
__attribute__((noinline)) long sorter(int n) {
  std::vector<int> v(n);
  for (int i = 0; i < n; i++) v[i] = rand();
  std::sort(v.begin(), v.end());
  qsort(v.data(), n, 4, compare);
  return v[n / 2];
}
__attribute__((noinline)) long copier(int n) {
  std::vector<char> a(n), b(n);
  long s = 0;
  for (int i = 0; i < 100; i++) { memcpy(b.data(), a.data(), n); s += b[i]; a[i]++; }
  return s;
}
__attribute__((noinline)) long reader(int n) {
  std::vector<char> a(n);
  int zero = open("/dev/zero", O_RDONLY);
  long s = 0;
  for (int i = 0; i < 20; i++) s += read(zero, a.data(), n);
  close(zero);
  return s;
}
int main() {
  long s = 0;
  for (int i = 0; i < 20; i++) { s += sorter(60000); s += copier(1000000); s += reader(1000000); }
  printf("%ld\\n", s);
}
`;

/** Per symbol its share of the samples, in percent. */
type Shares = Map<string, number>;

function perfShares(folder: PerfFolder, file: string): Shares {
  const fields = ['--no-children', '--no-inline', '--no-demangle', '-g', 'none'];
  const text = folder.run(
    'perf',
    'report',
    '-i',
    file,
    '--stdio',
    '-F',
    'overhead,sym',
    ...fields,
    '--percent-limit',
    '0',
  );
  const shares: Shares = new Map();
  for (const [, percent = '', name = ''] of text.matchAll(/^ +([\d.]+)% +\[.\] (\S+)/gm)) {
    shares.set(name, (shares.get(name) ?? 0) + Number(percent));
  }
  return shares;
}

/** Ours, by the function that was really called, not by what is inlined into it. */
function ourShares(profile: Profile): Shares {
  const { samples, stacks, frames, functions, strings } = profile;
  const weights = samples.values.at(-1) ?? new Float64Array(0);
  const total = weights.reduce((sum, each) => sum + each, 0);
  const shares: Shares = new Map();
  for (let row = 0; row < samples.length; row++) {
    let stack = samples.stack[row] as number;
    const leaf = (): number => stacks.frame[stack] as number;
    while ((frames.inlineDepth[leaf()] as number) > 0) stack = stacks.parent[stack] as number;
    const called = frames.function[leaf()] as number;
    const name =
      strings[(functions.linkageName[called] as number) || (functions.name[called] ?? 0)];
    const share = ((weights[row] as number) / total) * 100;
    shares.set(name ?? '', (shares.get(name ?? '') ?? 0) + share);
  }
  return shares;
}

/**
 * One function may have several names: each is shown under the first that nm lists for its address.
 * Parts that the compiler split off or specialised (.part.0, .constprop.0) go with their function.
 */
function aliases(folder: PerfFolder, images: readonly string[]): (name: string) => string {
  const first = new Map<string, string>();
  const lists = images.map((image) =>
    folder.run('nm', ...(image.includes('.so') ? ['-D'] : []), image),
  );
  for (const text of [...lists, kernelSymbols()]) {
    const byAddress = new Map<string, string>();
    for (const [, address = '', name = ''] of text.matchAll(/^([0-9a-f]+) [tTiW] (\S+)$/gm)) {
      const plain = name.replace(/@.*/, '');
      if (!byAddress.has(address)) byAddress.set(address, plain);
      first.set(plain, byAddress.get(address) ?? plain);
    }
  }
  return (name) => {
    const known = first.get(name) ?? name;
    return known.replace(/\.(part|constprop|isra|cold)(\.\d+)*/, '');
  };
}

function kernelSymbols(): string {
  return readFileSync('/proc/kallsyms', 'latin1');
}

function libcImages(): string[] {
  const libc = '/lib/x86_64-linux-gnu/libc.so.6';
  if (!existsSync(libc)) return [];
  using source = openFileSource(realpathSync(libc));
  const id = findBuildId(parseElf(sourceOf(source.read(0, source.size)))) ?? '';
  const debug = `/usr/lib/debug/.build-id/${id.slice(0, 2)}/${id.slice(2)}.debug`;
  return existsSync(debug) ? [debug] : [libc];
}

async function expectSameShares(
  context: Parameters<PerfFolder['record']>[0],
  callGraph: readonly string[],
): Promise<void> {
  using folder = new PerfFolder();
  const program = join(folder.path, 'program');
  writeFileSync(`${program}.cpp`, source);
  folder.run('g++', '-O2', '-g', '-fno-omit-frame-pointer', '-o', program, `${program}.cpp`);
  const file = folder.record(context, ['-F', '4999', ...callGraph], [program]);
  const name = aliases(folder, [program, ...libcImages()]);
  const grouped = (shares: Shares): Shares => {
    const sums: Shares = new Map();
    for (const [each, share] of shares) sums.set(name(each), (sums.get(name(each)) ?? 0) + share);
    return sums;
  };
  const theirs = grouped(perfShares(folder, file));
  const ours = grouped(ourShares(await readPerfData(file)));
  const large = Array.from(new Set([...theirs.keys(), ...ours.keys()])).filter(
    (each) => Math.max(theirs.get(each) ?? 0, ours.get(each) ?? 0) > 1,
  );
  expect(large.length).toBeGreaterThan(3);
  const apart = large.filter(
    (each) => Math.abs((theirs.get(each) ?? 0) - (ours.get(each) ?? 0)) >= 0.5,
  );
  expect(apart.map((each) => [each, theirs.get(each), ours.get(each)])).toEqual([]);
  // What was compared: functions of C++, and of the kernel.
  expect(large.some((each) => each.startsWith('_Z'))).toBe(true);
  const isOfKernel = new Set(
    Array.from(kernelSymbols().matchAll(/ [tTwW] (\S+)/g), ([, each]) => each),
  );
  expect(large.some((each) => isOfKernel.has(each))).toBe(true);
}

describe('perf report', () => {
  requires(
    'perf',
    'g++',
    'nm',
  )('agrees on the share of every symbol above 1 %, with frame pointers', async (context) => {
    await expectSameShares(context, ['-g']);
  });

  requires(
    'perf',
    'g++',
    'nm',
  )('agrees on them with DWARF stacks', async (context) => {
    await expectSameShares(context, ['--call-graph', 'dwarf,4096']);
  });

  requires('perf')('is not needed to see that a program was replaced since', async (context) => {
    using folder = new PerfFolder();
    const program = join(folder.path, 'program');
    const compile = (rounds: number): void => {
      const loop = `volatile long i; int main(void) { while (i < ${rounds}) i++; return 0; }\n`;
      writeFileSync(`${program}.c`, loop);
      folder.run('cc', '-o', program, `${program}.c`);
    };
    compile(100_000_000);
    const file = folder.record(context, ['-F', '999'], [program]);
    const names = async (): Promise<string> =>
      Array.from(ourShares(await readPerfData(file)).keys()).join();
    expect(await names()).toContain('main');
    compile(7);
    expect(await names()).not.toContain('main');
    const { diagnostics } = (await readPerfData(file)).meta.health;
    const [said] = diagnostics.filter(({ code }) => code === 'no-image:program');
    expect(said?.message).toContain('was replaced since the recording');
  });
});
