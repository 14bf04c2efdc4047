import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requires } from '../../../tests/judges/requires.ts';
import { ToolError } from '../../base/tool-error.ts';
import { parseGcovCounts, parseGcovNotes } from './gcov-counts.ts';
import { gcovCounts, gcovNames } from './testing/gcov-bytes.ts';

describe.each([12, 9] as const)('counters of gcc %i', (version) => {
  it('have sums, and names from the notes', () => {
    expect(parseGcovCounts(gcovCounts(version))).toEqual([
      { ident: 11, shape: 2, counts: [1000, 3], sum: 1003, highest: 1000 },
      { ident: 22, shape: 2, counts: [], sum: 0, highest: 0 },
    ]);
    expect([...parseGcovNotes(gcovNames(version))]).toEqual([
      [11, { name: 'hot', shape: 2 }],
      [22, { name: 'cold', shape: 2 }],
    ]);
  });

  it('refuse records that end after the file', () => {
    const bytes = gcovCounts(version);
    expect(() => parseGcovCounts(bytes.subarray(0, bytes.length - 36))).toThrow(ToolError);
    expect(() => parseGcovCounts(gcovNames(version))).toThrow(/gcov header/);
  });
});

describe('parseGcovCounts', () => {
  requires('gcc')('reads what the installed gcc counts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plateau-gcov-'));
    const source = `int hot(int a) { return a * 3; }
int cold(int a) { return a + 1; }
int main(int n, char **v) { int s = 0; for (int i = 0; i < 1234; i++) s = hot(s); return n > 9 ? cold(s) : 0; }\n`;
    try {
      writeFileSync(join(folder, 'a.c'), source);
      execFileSync('gcc', ['-O0', '--coverage', 'a.c', '-o', 'a'], { cwd: folder });
      execFileSync(join(folder, 'a'), { cwd: folder });
      const fileWith = (ending: string): Uint8Array => {
        const name = readdirSync(folder).find((each) => each.endsWith(ending)) ?? '';
        return readFileSync(join(folder, name));
      };
      const names = parseGcovNotes(fileWith('.gcno'));
      const highest = parseGcovCounts(fileWith('.gcda')).map((each) => [
        names.get(each.ident)?.name,
        each.highest,
      ]);
      expect(Object.fromEntries(highest)).toEqual({ hot: 1234, cold: 0, main: 1234 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
