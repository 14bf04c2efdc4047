import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The built program, as a process: `npm test` builds before it runs this. */
const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-process-'));
  const lines = Array.from({ length: 200_000 }, (_, i) => `main;work;leaf_${i} ${i + 1}\n`);
  writeFileSync(join(folder, 'many.folded'), lines.join(''));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the process', () => {
  it('is silent when the reader of its output goes away', () => {
    const line = `"$0" "$1" convert many.folded --to folded -o - | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const done = spawnSync('bash', ['-c', line, process.execPath, main], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(done.stderr).toBe('');
    expect(done.stdout).toMatch(/^main;work;leaf_\d+ \d+\n0\n$/);
  });

  it('reads the recording of its folder where no file is named, and says so', () => {
    const own = mkdtempSync(join(folder, 'recorded-'));
    const plateau = (...args: readonly string[]): [number | null, string, string] => {
      const done = spawnSync(process.execPath, [main, ...args], { cwd: own, encoding: 'utf8' });
      return [done.status, done.stdout, done.stderr];
    };
    expect(plateau('top')).toEqual([2, '', expect.stringContaining('no file given')]);
    writeFileSync(join(own, 'perf.data'), 'main;other 1\n');
    expect(plateau('comments')).toEqual([0, '', 'plateau: reading perf.data\n']);
    writeFileSync(join(own, 'profile.plateau'), 'main;work 3\n');
    const found = [0, expect.stringContaining('work'), 'plateau: reading profile.plateau\n'];
    expect(plateau('top')).toEqual(found);
    expect(plateau('peek', 'work')).toEqual(found);
    expect(plateau('peek', 'perf.data')).toEqual([2, '', expect.stringContaining('is a file')]);
  });

  it('leaves nothing half-written when it is interrupted, and dies of the signal', async () => {
    const run = writerOf(join(folder, 'interrupted.js'), join(folder, 'out.folded'));
    const child = spawn(process.execPath, [run], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(readdirSync(folder).some((name) => name.endsWith('.partial'))).toBe(true);
    child.kill('SIGINT');
    const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)));
    expect(signal).toBe('SIGINT');
    expect(readdirSync(folder).filter((name) => name.startsWith('out.folded'))).toEqual([]);
  });

  it('keeps compiled code beside itself, and starts whatever it finds there', () => {
    const own = join(folder, 'cli');
    cpSync(dirname(main), own, {
      recursive: true,
      filter: (path) => basename(path) !== '.code',
    });
    writeFileSync(join(folder, 'few.folded'), 'main;work 1\n');
    const run = (): string => {
      const args = [join(own, 'main.js'), 'convert', 'few.folded', '--to', 'folded', '-o', '-'];
      const done = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      return done.stdout + done.stderr;
    };
    expect(run()).toBe('main;work 1\n');
    const kept = readdirSync(join(own, '.code/convert'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect(kept.length).toBeGreaterThan(3);
    expect(run()).toBe('main;work 1\n');
    for (const [place, path] of kept.entries()) {
      if (place % 2 === 0) truncateSync(path, 100);
      else writeFileSync(path, 'not code');
    }
    expect(run()).toBe('main;work 1\n');
  });

  it('gives 130 to a shell when it is interrupted', () => {
    const line = `mkfifo never; exec 9<>never; "$0" "$1" convert never -o x.folded & pid=$!
      sleep 0.5; kill -INT $pid; wait $pid; echo $?`;
    const done = spawnSync('bash', ['-m', '-c', line, process.execPath, main], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(done.stdout).toBe('130\n');
  });
});

/** A program that starts to write a file with our own module, says so, and never finishes. */
function writerOf(path: string, output: string): string {
  const module = fileURLToPath(new URL('../dist/platform/output-file.js', import.meta.url));
  const text = `
    import(${JSON.stringify(module)}).then(({ writeOutputFile }) =>
      writeOutputFile(${JSON.stringify(output)}, (async function* () {
        yield Buffer.from('half');
        console.log('started');
        await new Promise((resolve) => setTimeout(resolve, 60000));
      })()));`;
  writeFileSync(path, text);
  return path;
}
