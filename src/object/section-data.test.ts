import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sectionCodec } from '../platform/zlib-codec.ts';
import { sourceOf } from './byte-source.ts';
import { type ElfFile, parseElf } from './elf-file.ts';
import { findSectionData } from './section-data.ts';

let folder = '';
const text = 'static int twice(int x) { return x * 2; }\nint main(int n) { return twice(n); }\n';

function compiled(name: string, ...flags: readonly string[]): ElfFile {
  const output = join(folder, name);
  execFileSync('cc', ['-g', ...flags, '-o', output, join(folder, 'a.c')], { timeout: 60_000 });
  return parseElf(sourceOf(readFileSync(output)));
}

function info(elf: ElfFile): string {
  return Buffer.from(findSectionData(elf, '.debug_info', sectionCodec)).toString('hex');
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-section-'));
  writeFileSync(join(folder, 'a.c'), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('sectionData', () => {
  it('gives the same bytes however they are stored', () => {
    const plain = info(compiled('plain', '-gz=none'));
    expect(plain.length).toBeGreaterThan(100);
    for (const form of ['zlib', 'zlib-gnu', 'zstd']) {
      const packed = join(folder, form);
      execFileSync('objcopy', [`--compress-debug-sections=${form}`, join(folder, 'plain'), packed]);
      expect(info(parseElf(sourceOf(readFileSync(packed)))), form).toBe(plain);
    }
  });

  it('is empty for what is not there', () => {
    const elf = compiled('none', '-g0');
    expect(findSectionData(elf, '.debug_info', sectionCodec)).toHaveLength(0);
  });
});
