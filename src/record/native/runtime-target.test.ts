import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runtimeTarget } from './runtime-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-runtime-'));
afterAll(() => rmSync(folder, { recursive: true }));

function program(name: string, text = '\x7fELF'): void {
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), 0o755);
}
program('node');
program('java');
program('python3.11');
program('python3.13');
symlinkSync('python3.13', join(folder, 'python3'));
program('sh');
program('app');
program('cli', '#!/usr/bin/env -S node --no-warnings\n');
program('tool', '#!/usr/bin/env python3\n');
program('script', '#!/bin/sh\n');

function target(name: string, env: Record<string, string> = {}) {
  return runtimeTarget([name, 'x'], { cwd: folder, env: { PATH: folder, ...env } });
}

describe('what a launched program needs so that its code has names', () => {
  const flags = '--perf-basic-prof --interpreted-frames-native-stack';

  it('Node: perf maps, with frames of interpreted functions', () => {
    const wanted = { runtime: 'node', environment: { NODE_OPTIONS: flags }, framePointers: true };
    expect(target('node')).toEqual(wanted);
    expect(target('cli')).toEqual(wanted);
  });

  it('keeps the options that the user has set', () => {
    const { environment } = target('node', { NODE_OPTIONS: '--perf-basic-prof --no-warnings' });
    expect(environment).toEqual({
      NODE_OPTIONS: '--perf-basic-prof --no-warnings --interpreted-frames-native-stack',
    });
  });

  it('what may start Node', () => {
    expect(target('sh')).toMatchObject({ runtime: 'maybe-node', framePointers: false });
    expect(target('script').environment).toEqual({ NODE_OPTIONS: flags });
  });

  it('Python from 3.12 on: its trampoline', () => {
    const environment = { PYTHONPERFSUPPORT: '1' };
    expect(target('python3.13')).toMatchObject({ runtime: 'python', environment });
    expect(target('python3')).toMatchObject({ runtime: 'python', environment });
    expect(target('tool')).toMatchObject({ runtime: 'python', environment });
    expect(target('python3.11')).toMatchObject({
      runtime: 'none',
      environment: {},
      note: expect.stringContaining('Python 3.12 or newer'),
    });
  });

  it('Java: a perf map when it ends, beside what the user has set', () => {
    const { environment, framePointers } = target('java', { JDK_JAVA_OPTIONS: '-Xmx1g' });
    expect(environment['JDK_JAVA_OPTIONS']).toMatch(/^-Xmx1g .*-XX:\+DumpPerfMapAtExit/);
    expect(framePointers).toBe(false);
  });

  it('nothing for the rest', () => {
    expect(target('app').runtime).toBe('none');
    expect(target('missing').runtime).toBe('none');
  });
});
