import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileAnswer, ImageFiles } from './image-files.ts';

let folder = '';
let running: ChildProcess[] = [];
const at = (name: string): string => join(folder, name);

/** A static program that waits, so that it runs in an empty root folder, too. */
function compile(name: string, text: string): void {
  const code = `#include <unistd.h>\nconst char *text = "${text}";\nint main(void) { write(1, text, 1); sleep(30); return 0; }\n`;
  execFileSync('cc', ['-x', 'c', '-', '-static', '-Wl,--build-id', '-o', at(name)], {
    input: code,
  });
}

function answer(path: string, buildId = '', pid = 0, folders: readonly string[] = []): FileAnswer {
  using files = new ImageFiles({ home: folder, folders, downloads: '' });
  return files.image({ path, buildId, pid });
}

function buildIdOf(name: string): string {
  const found = answer(at(name));
  return 'source' in found ? found.buildId : '';
}

/** Resolves when the program has written its byte: it is then mapped. */
async function start(command: string, ...args: readonly string[]): Promise<number> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  running.push(child);
  await new Promise((resolve) => {
    child.stdout?.once('data', resolve);
    child.once('exit', resolve);
  });
  return child.pid ?? 0;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-images-'));
  compile('app', 'first');
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running = [];
  rmSync(folder, { recursive: true, force: true });
});

describe('ImageFiles', () => {
  it('takes an image only when its build id is the recorded one', () => {
    const buildId = buildIdOf('app');
    expect(buildId).toMatch(/^[0-9a-f]{40}$/);
    expect(answer(at('app'), buildId)).toMatchObject({ path: at('app') });
    compile('app', 'second');
    expect(answer(at('app'), buildId)).toEqual({ problem: 'replaced' });
    rmSync(at('app'));
    expect(answer(at('app'), buildId)).toEqual({ problem: 'gone' });
  });

  it('finds a copy in the folders that the user names', () => {
    const buildId = buildIdOf('app');
    mkdirSync(at('copies'));
    copyFileSync(at('app'), at('copies/app'));
    compile('app', 'second');
    expect(answer(at('app'), buildId, 0, [at('copies')])).toMatchObject({ buildId });
  });

  it('finds a replaced image through the process that still runs it', async () => {
    const buildId = buildIdOf('app');
    const pid = await start(at('app'));
    rmSync(at('app'));
    expect(answer(at('app'), buildId, pid)).toMatchObject({ buildId });
    expect(answer(`${at('app')} (deleted)`, buildId, pid)).toMatchObject({ buildId });
    compile('app', 'second');
    expect(answer(at('app'), buildId, pid)).toMatchObject({ buildId });
  });

  it('finds images of a process that has another root folder', async (context) => {
    if (spawnSync('chroot', ['/', 'true']).status !== 0) context.skip('chroot needs root');
    mkdirSync(at('root/bin'), { recursive: true });
    copyFileSync(at('app'), at('root/bin/plateau-inside'));
    const pid = await start('chroot', at('root'), '/bin/plateau-inside');
    expect(answer('/bin/plateau-inside', '', pid)).toMatchObject({ buildId: buildIdOf('app') });
    expect(answer('/bin/plateau-inside')).toEqual({ problem: 'gone' });
  });

  it('has the vdso of its own process', () => {
    const found = answer('[vdso]');
    expect(found).toMatchObject({ path: '[vdso]' });
    expect(answer('[vdso]', 'ab'.repeat(20))).toEqual({ problem: 'replaced' });
  });

  it('opens nothing that is not a file or not ELF', () => {
    writeFileSync(at('text'), 'no image');
    for (const path of [at('text'), '/dev/zero', '/', '[heap]', '//anon', '/memfd:jit']) {
      expect(answer(path)).toEqual({ problem: 'gone' });
    }
  });
});
