import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { ToolError } from '../base/tool-error.ts';
import { sourceOf } from './byte-source.ts';
import { summarizeDebugInfo } from './debug-info.ts';
import { findSection, parseElf } from './elf-file.ts';
import { findBuildId } from './elf-notes.ts';
import { parseFunctionSymbols } from './elf-symbols.ts';

// The program that runs the test is an ELF image with symbols: nothing to build or ship.
const node = readFileSync(process.execPath);

describe('parseElf', () => {
  it('reads the running Node', () => {
    const elf = parseElf(sourceOf(node));
    expect(elf.is64 && elf.littleEndian).toBe(true);
    expect(findSection(elf, '.text')?.size).toBeGreaterThan(1_000_000);
    expect(findBuildId(elf)).toMatch(/^[0-9a-f]{16,40}$/);
    expect(summarizeDebugInfo(elf)).toMatchObject({ unwindTables: true, go: false });
  });

  it('lists functions by address with names', () => {
    const symbols = parseFunctionSymbols(parseElf(sourceOf(node)));
    expect(symbols.length).toBeGreaterThan(1000);
    for (let row = 1; row < symbols.length; row++) {
      if ((symbols.address[row] ?? 0) < (symbols.address[row - 1] ?? 0))
        throw new Error(`row ${row}`);
    }
    const names = Array.from({ length: symbols.length }, (_, row) => symbols.nameAt(row));
    expect(names).toContain('main');
  });

  it('refuses what is not ELF', () => {
    expect(() => parseElf(sourceOf(new Uint8Array(100)))).toThrow('not an ELF file');
    expect(() => parseElf(sourceOf(new Uint8Array(0)))).toThrow(ToolError);
  });

  it('throws nothing but ToolError on damaged headers', () => {
    const random = seededRandom(7);
    const tail = node.length - 200_000;
    const small = Buffer.concat([node.subarray(0, 4096), node.subarray(tail)]);
    for (let round = 0; round < 2000; round++) {
      const bytes = Uint8Array.from(small.subarray(0, 64 + Math.floor(random() * 4096)));
      for (let flips = 0; flips < 4; flips++) bytes[Math.floor(random() * 64)] = random() * 256;
      try {
        const elf = parseElf(sourceOf(bytes));
        summarizeDebugInfo(elf);
        parseFunctionSymbols(elf);
      } catch (error) {
        expect(error).toBeInstanceOf(ToolError);
      }
    }
  });
});
