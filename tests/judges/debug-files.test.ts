import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { fakeHost } from '../../src/cli/testing/fake-host.ts';
import { readSymbolizer, SymbolSources } from '../../src/load/symbolize-files.ts';
import { findBuildId, parseElf, sourceOf } from '../../src/object/index.ts';
import type { Host } from '../../src/platform/host.ts';
import { requires } from './requires.ts';

const source = `#include <string.h>
#include <stdlib.h>
static int twice(int x) { return x * 2; }
__attribute__((noinline)) static int hidden(int n) { char *p = malloc(n); memset(p, n, n); int r = twice(p[0]); free(p); return r; }
__attribute__((noinline)) int visible(int n) { return hidden(n) + 1; }
int main(int n, char **v) { return visible(n + 2); }
`;

let folder = '';
const at = (name: string): string => join(folder, name);

function run(tool: string, ...args: readonly string[]): string {
  return execFileSync(tool, args, { encoding: 'utf8', timeout: 60_000, cwd: folder });
}

/** Where a function of the program begins, by nm. */
function addressOf(name: string, binary = 'full'): number {
  const row = new RegExp(`^([0-9a-f]+) [tT] ${name}$`, 'm').exec(run('nm', at(binary)));
  return Number.parseInt(row?.[1] ?? '', 16);
}

function hostWith(env: Record<string, string>, folders: readonly string[] = []): Host {
  return { ...fakeHost([]), env: { HOME: folder, ...env }, symbols: { folders }, quiet: true };
}

/** What we say of an address: functions, outermost first, each with its line. */
async function chain(binary: string, svma: number, host: Host = hostWith({})): Promise<string> {
  using sources = new SymbolSources(host);
  const opened = await readSymbolizer(at(binary), sources);
  if (!('symbolizer' in opened)) return opened.problem;
  const places = opened.symbolizer.places(svma);
  return places.map(({ name, line }) => (line > 0 ? `${name}:${line}` : name)).join(' ');
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-debug-'));
  writeFileSync(at('app.c'), source);
  run('cc', '-g', '-O1', '-o', at('full'), at('app.c'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('debug files', () => {
  requires('objcopy', 'nm')('a stripped program knows only its exports', async () => {
    run('strip', '-o', at('app'), at('full'));
    expect(await chain('app', addressOf('hidden'))).toBe('');
    expect(await chain('full', addressOf('hidden'))).toBe('hidden:4');
  });

  requires('objcopy', 'nm')('are found by .gnu_debuglink and its checksum', async () => {
    // Without a build id the checksum alone decides.
    run('cc', '-g', '-O1', '-Wl,--build-id=none', '-o', at('full'), at('app.c'));
    run('objcopy', '--only-keep-debug', at('full'), at('app.debug'));
    run('strip', '-o', at('app'), at('full'));
    run('objcopy', `--add-gnu-debuglink=${at('app.debug')}`, at('app'));
    expect(await chain('app', addressOf('hidden'))).toBe('hidden:4');
    mkdirSync(at('.debug'));
    run('mv', at('app.debug'), at('.debug/app.debug'));
    expect(await chain('app', addressOf('hidden'))).toBe('hidden:4');
    writeFileSync(at('.debug/app.debug'), 'x', { flag: 'a' });
    expect(await chain('app', addressOf('hidden'))).toBe('');
  });

  requires('objcopy', 'nm')('are found by build id in a folder', async () => {
    const buildId = findBuildId(parseElf(sourceOf(readFileSync(at('full'))))) ?? '';
    const place = at(`store/.build-id/${buildId.slice(0, 2)}`);
    mkdirSync(place, { recursive: true });
    run('objcopy', '--only-keep-debug', at('full'), join(place, `${buildId.slice(2)}.debug`));
    run('strip', '-o', at('app'), at('full'));
    expect(await chain('app', addressOf('hidden'))).toBe('');
    const host = hostWith({}, [at('store')]);
    expect(await chain('app', addressOf('hidden'), host)).toBe('hidden:4');
    const byVariable = hostWith({ PLATEAU_DEBUG_PATH: `/nowhere:${at('store')}` });
    expect(await chain('app', addressOf('hidden'), byVariable)).toBe('hidden:4');
  });

  requires(
    'objcopy',
    'nm',
    'xz',
  )('are found inside the image, packed with xz', async () => {
    run('objcopy', '-S', '--only-keep-debug', '--remove-section=.debug*', at('full'), at('none'));
    run('objcopy', '--only-keep-debug', at('full'), at('mini'));
    run('objcopy', '--strip-debug', at('mini'));
    run('xz', at('mini'));
    run('strip', '-o', at('app'), at('full'));
    run('objcopy', `--add-section=.gnu_debugdata=${at('mini.xz')}`, at('app'));
    expect(await chain('app', addressOf('hidden') + 5)).toBe('hidden');
    expect(await chain('app', addressOf('main') + 1)).toBe('main');
  });

  requires('dwz', 'nm')('share what dwz moved out of them', async () => {
    copyFileSync(at('full'), at('other'));
    run('cc', '-g', '-O1', '-Dunused=1', '-o', at('second'), at('app.c'));
    run('dwz', '-m', at('common.debug'), '-r', at('full'), at('second'));
    expect(readdirSync(folder)).toContain('common.debug');
    expect(await chain('full', addressOf('hidden'))).toBe('hidden:4');
    expect(await chain('full', addressOf('visible'))).toBe('visible:5');
  });

  requires('nm', 'objdump')('stubs have the names that objdump gives them', async () => {
    for (const flags of [
      [],
      ['-fcf-protection=full'],
      ['-Wl,-z,now'],
      ['-Wl,-z,lazy', '-no-pie'],
    ]) {
      run('cc', '-O1', ...flags, '-o', at('stubs'), at('app.c'));
      const text = run(
        'objdump',
        '-d',
        '-j',
        '.plt',
        '-j',
        '.plt.got',
        '-j',
        '.plt.sec',
        at('stubs'),
      );
      const stubs = Array.from(text.matchAll(/^([0-9a-f]{16}) <(.+@plt)>:$/gm));
      expect(stubs.length).toBeGreaterThan(2);
      for (const [, address = '', name] of stubs) {
        expect(await chain('stubs', Number.parseInt(address, 16) + 4), flags.join(' ')).toBe(name);
      }
    }
  });

  requires('aarch64-linux-gnu-gcc')('stubs of aarch64 have names, too', async () => {
    run('aarch64-linux-gnu-gcc', '-O1', '-o', at('stubs'), at('app.c'));
    const text = run('aarch64-linux-gnu-objdump', '-d', '-j', '.plt', at('stubs'));
    const stubs = Array.from(text.matchAll(/^([0-9a-f]{16}) <(.+@plt)>:$/gm));
    expect(stubs.length).toBeGreaterThan(2);
    for (const [, address = '', name] of stubs) {
      expect(await chain('stubs', Number.parseInt(address, 16) + 4)).toBe(name);
    }
  });

  requires('debuginfod', 'nm')('are fetched from a debuginfod server', async () => {
    const port = await freePort();
    mkdirSync(at('served'));
    copyFileSync(at('full'), at('served/app'));
    const args = ['-F', '-p', String(port), '-d', ':memory:', '-t', '0', at('served')];
    const server = spawn('timeout', ['50', 'debuginfod', ...args], { stdio: 'ignore' });
    try {
      run('strip', '-o', at('app'), at('full'));
      const host = hostWith({
        DEBUGINFOD_URLS: `http://127.0.0.1:${port}`,
        DEBUGINFOD_CACHE_PATH: at('cache'),
      });
      const found = await eventually(
        () => chain('app', addressOf('hidden'), host),
        'hidden:4',
        () => rmSync(at('cache'), { recursive: true, force: true }),
      );
      expect(found).toBe('hidden:4');
      const buildId = findBuildId(parseElf(sourceOf(readFileSync(at('full'))))) ?? '';
      expect(readdirSync(at('cache'))).toEqual([buildId]);
    } finally {
      server.kill();
    }
  });
});

/** The server takes a while to look through its folder. */
async function eventually(
  ask: () => Promise<string>,
  wanted: string,
  forget: () => void,
): Promise<string> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const answer = await ask();
    if (answer === wanted) return answer;
    forget();
    await new Promise((resolve) => {
      setTimeout(resolve, 250);
    });
  }
  return ask();
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}
