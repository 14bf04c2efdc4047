import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
let folder = '';
let clone = '';

/** A clone with its packages but without a build, in a path with spaces. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau bootstrap '));
  clone = join(folder, 'the clone');
  mkdirSync(clone);
  const left = new Set(['node_modules', 'dist', '.build', '.git', 'fixtures']);
  for (const name of readdirSync(root).filter((each) => !left.has(each))) {
    cpSync(join(root, name), join(clone, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('./plateau', () => {
  it('builds once when two start at the same time, through a link and from elsewhere', async () => {
    const link = join(folder, 'link');
    symlinkSync(join(clone, 'plateau'), link);
    const both = await Promise.all([
      run(link, ['--version'], { cwd: tmpdir() }),
      run(join(clone, 'plateau'), ['--version'], { cwd: clone }),
    ]);
    expect(both.map((each) => each.stdout)).toEqual(['0.1.0\n', '0.1.0\n']);
    expect(both.map((each) => each.stderr).sort()).toEqual(['', 'plateau: building …\n']);
  });

  it('says nothing when all is there', async () => {
    const again = await run(join(clone, 'plateau'), ['--version']);
    expect(again).toEqual({ stdout: '0.1.0\n', stderr: '' });
  });

  it('builds when a source is newer, and takes over the lock of a process that died', async () => {
    const dead = spawnSync('true').pid;
    mkdirSync(join(clone, '.build/setup.lock'), { recursive: true });
    writeFileSync(join(clone, '.build/setup.lock/pid'), String(dead));
    const later = new Date(Date.now() + 1000);
    utimesSync(join(clone, 'src/cli/command-line.ts'), later, later);
    const newer = await run(join(clone, 'plateau'), ['--version']);
    expect(newer).toEqual({ stdout: '0.1.0\n', stderr: 'plateau: building …\n' });
  });

  it.each([
    ['missing', undefined, 'found none'],
    ['too old', 'v20.18.3', 'found v20.18.3'],
    ['far too old', 'v9.11.2', 'found v9.11.2'],
  ])('says what to install when Node is %s', (_name, version, found) => {
    const bin = mkdtempSync(join(folder, 'bin '));
    for (const tool of ['bash', 'dirname', 'readlink', 'env']) {
      symlinkSync(spawnSync('which', [tool], { encoding: 'utf8' }).stdout.trim(), join(bin, tool));
    }
    if (version !== undefined) {
      writeFileSync(join(bin, 'node'), `#!/bin/sh\necho ${version}\n`);
      chmodSync(join(bin, 'node'), 0o755);
    }
    const done = spawnSync(join(clone, 'plateau'), ['--version'], {
      env: { PATH: bin },
      encoding: 'utf8',
    });
    expect(done.status).toBe(1);
    expect(done.stderr).toContain(`plateau: Node 20.19 or newer is needed, ${found}\n  try: `);
  });
});
