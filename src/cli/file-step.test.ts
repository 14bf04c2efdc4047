import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileError } from '../platform/file-errors.ts';
import { findFileStep } from './file-step.ts';
import { runCli } from './run-cli.ts';
import { fakeHost } from './testing/fake-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-file-step-'));
mkdirSync(join(folder, 'nothing'));
mkdirSync(join(folder, 'bin'));
writeFileSync(join(folder, 'bin', 'server'), '');
for (const [name, age] of [
  ['profile.plateau', 10],
  ['perf.data', 20],
  ['old.pb.gz', 30],
] as const) {
  writeFileSync(join(folder, name), 'x');
  utimesSync(join(folder, name), 1000 - age, 1000 - age);
}
writeFileSync(join(folder, 'failed.plateau'), '');
mkdirSync(join(folder, 'killed'));
writeFileSync(join(folder, 'killed', 'app.plateau.4711.data'), 'x');

afterAll(() => rmSync(folder, { recursive: true }));

function stepFor(file: string, code = 'ENOENT', command = 'top'): string | undefined {
  const host = fakeHost([], { env: { PATH: join(folder, 'bin') } });
  const step = findFileStep(fileError(file, 'read', { code }), command, host);
  return step?.replaceAll(folder, '@');
}

describe('a file that cannot be read', () => {
  it.each([
    ['@/profil.plateau', '@/profile.plateau'],
    ['@/elsewhere/x.plateau', 'check the path: there is no folder @/elsewhere'],
    ['@/zzz', '@/profile.plateau, @/perf.data or @/old.pb.gz'],
    ['@/nothing/zzz', /^plateau record -- \.\/app writes profile.plateau/],
    ['@/killed/app.plateau', '@/killed/app.plateau.4711.data is what a recording that was killed'],
    ['server', 'to record a program: plateau record -- server'],
    ['flamegraph', 'flamegraph is a command of its own: plateau flamegraph FILE'],
    ['4711', 'to record a running process: plateau record -p 4711'],
  ])('%s', (file, step) => {
    expect(stepFor(file.replace('@', folder))).toMatch(step);
  });

  it('is a folder: names the profiles in it, the newest first, none that is empty', () => {
    expect(stepFor(folder, 'EISDIR')).toBe('@/profile.plateau, @/perf.data or @/old.pb.gz');
    expect(stepFor(join(folder, 'nothing'), 'EISDIR')).toContain('it has no profiles');
  });

  it('may be no profile at all', () => {
    expect(stepFor(join(folder, 'zzz'), 'ENOENT', 'symbolize')).toBeUndefined();
    expect(stepFor(join(folder, 'perf.dat'), 'ENOENT', 'symbolize')).toBe('@/perf.data');
  });

  it('is no profile, and says what it is', async () => {
    const files = [
      ['prog', '\x7fELF\x02\x01\x01', 2, 'a program or library, not a profile', 'plateau record'],
      ['core', '\x7fELF\x02\x01\x01', 4, 'a core file', 'gdb'],
      ['run.sh', '#!/bin/sh\n', 0, 'a script, not a profile', 'plateau record'],
      ['x.profraw', '\x81rforpl\xff', 0, 'LLVM', 'plateau pgo show'],
      ['x.gcda', 'adcg', 0, 'gcc', 'plateau pgo show'],
      ['empty', '', 0, 'the file is empty', 'record again'],
    ] as const;
    for (const [name, head, elfType, what, step] of files) {
      const bytes = Buffer.alloc(head === '' ? 0 : 64);
      bytes.write(head, 'latin1');
      if (elfType > 0) bytes.writeUInt16LE(elfType, 16);
      writeFileSync(join(folder, name), bytes);
      const host = fakeHost(['top', join(folder, name)]);
      expect(await runCli(host)).toBe(1);
      expect(host.written.err).toMatch(new RegExp(`${name}: .*${what}.*\\n {2}try: .*${step}`));
    }
  });
});
