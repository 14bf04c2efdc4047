import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { fakeHost } from './testing/fake-host.ts';

const source = `
static inline __attribute__((always_inline)) int leaf(int x) {
  __asm__ volatile("inside_leaf: nop" : "+r"(x)); return x * 3;
}
__attribute__((noinline)) int outer(int x) {
  return leaf(x) + 1;
}
int main(int argc, char **argv) { (void)argv; return outer(argc); }
`;

let folder = '';
let binary = '';
let address = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-symbolize-'));
  binary = join(folder, 'app');
  writeFileSync(join(folder, 'app.c'), source);
  execFileSync('cc', ['-O2', '-g', '-o', binary, 'app.c'], { cwd: folder });
  const symbols = execFileSync('nm', [binary], { encoding: 'utf8' });
  const inside = /([0-9a-f]+) t inside_leaf/.exec(symbols)?.[1] ?? '';
  address = `0x${Number.parseInt(inside, 16).toString(16)}`;
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(args: readonly string[], stdin?: string) {
  const host = fakeHost(['symbolize', ...args], stdin === undefined ? {} : { stdin });
  const status = await runCli(host);
  return { status, ...host.written };
}

describe('plateau symbolize', () => {
  it('prints functions and lines, inlined ones first', async () => {
    const { out, status } = await run([binary, address]);
    expect(status).toBe(0);
    expect(out).toMatch(/^leaf\n.*app\.c:3\nouter\n.*app\.c:6\n$/);
  });

  it('prints what addr2line prints with -e', async () => {
    const digits = address.slice(2).padStart(16, '0');
    const pretty = await run(['-e', binary, '-a', '-p', '-f', '-i', '-s', address]);
    expect(pretty.out).toBe(`0x${digits}: leaf at app.c:3\n (inlined by) outer at app.c:6\n`);
    expect((await run(['-e', binary, '-s', address])).out).toBe('app.c:3\n');
  });

  it('reads addresses from standard input, and answers every line', async () => {
    const { out } = await run([binary, '-', '-s'], `${address}\n0\nnonsense\n`);
    expect(out).toBe('leaf\napp.c:3\nouter\napp.c:6\n??\n??:0\n??\n??:0\n');
  });

  it('counts from a section with -j', async () => {
    const whole = await run([binary, address, '-s']);
    const headers = execFileSync('readelf', ['-SW', binary], { encoding: 'utf8' });
    const start = Number.parseInt(/ \.text +PROGBITS +([0-9a-f]+)/.exec(headers)?.[1] ?? '', 16);
    const offset = (Number(address) - start).toString(16);
    expect((await run([binary, '-j', '.text', offset, '-s'])).out).toBe(whole.out);
    expect((await run([binary, '-j', '.none', offset])).status).toBe(2);
  });

  it('prints JSON', async () => {
    const { out } = await run([binary, address, '--json', '-s']);
    expect(JSON.parse(out)).toEqual([
      {
        address,
        frames: [
          expect.objectContaining({ function: 'outer', line: 6, startLine: 5, inlined: false }),
          expect.objectContaining({ function: 'leaf', file: 'app.c', line: 3, inlined: true }),
        ],
      },
    ]);
    expect((await run([binary, '-', '--json'], '')).out).toBe('[]\n');
  });

  it('says what is wrong with the image', async () => {
    expect(await run([join(folder, 'none'), '1'])).toMatchObject({ status: 1 });
    expect(await run([join(folder, 'app.c'), '1'])).toMatchObject({ status: 1 });
    expect(await run([])).toMatchObject({ status: 2 });
  });
});
