import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { requires } from '../../tests/judges/requires.ts';
import { parseElf, parseFunctionSymbols, SymbolLookup, sourceOf } from '../object/index.ts';
import { LoadSegments } from '../object/load-segments.ts';
import { sectionCodec } from '../platform/zlib-codec.ts';
import { FunctionCode } from './function-code.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-function-code-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = `
__attribute__((noinline)) static int work(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum = sum * 31 + i % 7;
  return sum;
}
int main(int count, char **words) { (void)words; return work(count) & 1; }
`;

describe('the code of a function', () => {
  requires('cc', 'strip')('is whole even where the image has lost its symbols', () => {
    writeFileSync(join(folder, 'a.c'), program);
    execFileSync('cc', ['-O1', '-o', join(folder, 'full'), join(folder, 'a.c')]);
    execFileSync('strip', ['-o', join(folder, 'bare'), join(folder, 'full')]);
    const elfOf = (name: string): ReturnType<typeof parseElf> =>
      parseElf(sourceOf(readFileSync(join(folder, name))));
    const full = elfOf('full');
    const symbols = parseFunctionSymbols(full, { codec: sectionCodec });
    const row = Array.from(symbols.address.keys()).find((each) => symbols.nameAt(each) === 'work');
    const start = symbols.address[row ?? -1] ?? 0;
    const work = new SymbolLookup(symbols).find(start);
    const at = new LoadSegments(full).fileOffsetOfSvma(start + 4) ?? 0;
    const code = new FunctionCode(elfOf('bare'), sectionCodec);
    const found = code.around(at);
    expect(found).toEqual(new FunctionCode(full, sectionCodec).around(at));
    expect(found?.length).toBe((work?.end ?? 0) - start);
  });
});
