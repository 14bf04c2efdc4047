import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const enough = 40_000_000;
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-parallel-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function convert(args: readonly string[], input?: Uint8Array): string {
  const command = [join(root, 'dist/cli/main.js'), 'convert', ...args, '--to', 'folded', '-o', '-'];
  const done = spawnSync(process.execPath, command, { input, maxBuffer: 2 ** 28 });
  expect(done.stderr.toString()).toBe('');
  return done.stdout.toString();
}

describe('a file large enough for threads', () => {
  it('gives what the same bytes give through a pipe', () => {
    const recording = join(root, 'fixtures/recordings/go-build.perf-script.txt.gz');
    const text = gunzipSync(readFileSync(recording));
    const copies = Math.ceil(enough / text.length);
    const large = Buffer.concat(Array.from({ length: copies }, () => text));
    const path = join(folder, 'large.txt');
    writeFileSync(path, large);
    const sideBySide = convert([path]);
    expect(sideBySide.split('\n').length).toBeGreaterThan(1000);
    expect(sideBySide === convert(['-'], large)).toBe(true);
  });

  it('fails in words when a part cannot be read', () => {
    const path = join(folder, 'endless.txt');
    const sample = 'app 1 1.0: cycles:\n\t10 f (/a)\n\n';
    // The second half is one line of more than 16 MiB, which only the other thread meets.
    writeFileSync(path, sample.repeat(600_000) + sample + 'x'.repeat(40_000_000));
    const command = [join(root, 'dist/cli/main.js'), 'convert', path, '--to', 'folded', '-o', '-'];
    const done = spawnSync(process.execPath, command);
    expect(done.status).toBe(1);
    const message = /perf script text at 0x([0-9a-f]+): a line above 16 MiB/;
    const [, offset = '0'] = message.exec(done.stderr.toString()) ?? [];
    expect(Number.parseInt(offset, 16)).toBeGreaterThan(sample.length * 600_000);
  });
});
