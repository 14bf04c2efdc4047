import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { requires } from '../../tests/judges/requires.ts';
import { parseElf } from '../object/index.ts';
import { openFileSource } from '../platform/file-source.ts';
import { sectionCodec } from '../platform/zlib-codec.ts';
import { NamelessFunctions } from './nameless-functions.ts';

const program = `
__attribute__((noinline)) int twice(int x) { __asm__ volatile("" ::: "memory"); return 2 * x; }
__attribute__((noinline)) int thrice(int x) { __asm__ volatile("" ::: "memory"); return 3 * x; }
int main(int argc, char **argv) { return twice(argc) + thrice(argc); }
`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-nameless-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

requires('cc')('tells the functions of a stripped program apart, where nm saw them', () => {
  const path = join(folder, 'app');
  writeFileSync(`${path}.c`, program);
  execFileSync('cc', ['-O2', '-o', path, `${path}.c`]);
  const symbols = execFileSync('nm', ['-S', path], { encoding: 'utf8' });
  execFileSync('strip', [path]);
  using source = openFileSource(path);
  const functions = new NamelessFunctions(parseElf(source), '/some/where/app', sectionCodec);
  for (const name of ['twice', 'thrice', 'main']) {
    const line = new RegExp(`^(\\w+) (\\w+) T ${name}$`, 'm').exec(symbols);
    const [start, size] = [
      Number.parseInt(line?.[1] ?? '', 16),
      Number.parseInt(line?.[2] ?? '', 16),
    ];
    const shown = `app+0x${start.toString(16)}`;
    expect(functions.places(start)[0]?.name).toBe(shown);
    expect(functions.places(start + size - 1)).toBe(functions.places(start));
  }
  expect(functions.places(3)).toEqual([]);
});
