import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requires } from '../../tests/judges/requires.ts';
import { ToolError } from '../base/tool-error.ts';
import { readBinaryFacts } from './binary-facts.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-elf-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compile(name: string, ...flags: string[]): string {
  const path = join(folder, name);
  const source = join(folder, 'main.c');
  writeFileSync(source, 'int main(void) { return 0; }\n');
  execFileSync('gcc', [...flags, '-Wl,--build-id', '-o', path, source]);
  return path;
}

describe('binary facts', () => {
  requires('gcc')('tell debug info and symbols of real binaries', () => {
    expect(readBinaryFacts(compile('debug', '-g'))).toMatchObject({
      symbols: 'full',
      dwarf: true,
      lines: true,
      unwindTables: true,
      go: false,
    });
    const stripped = readBinaryFacts(compile('stripped', '-s'));
    expect(stripped).toMatchObject({ symbols: 'exported only', dwarf: false });
    expect(stripped.buildId).toMatch(/^[0-9a-f]{40}$/);
  });

  requires('gcc')('name file and offset for damaged binaries', () => {
    const path = compile('cut', '-g');
    truncateSync(path, 1000);
    expect(() => readBinaryFacts(path)).toThrow(/cut: section headers at 0x/);
  });

  it('refuse what is no binary', () => {
    const path = join(folder, 'text');
    writeFileSync(path, 'hello');
    expect(() => readBinaryFacts(path)).toThrow(ToolError);
    expect(() => readBinaryFacts(join(folder, 'nothing'))).toThrow(/no such file/);
    expect(() => readBinaryFacts(folder)).toThrow(/not a regular file/);
  });
});
