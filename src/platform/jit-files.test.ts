import {
  chownSync,
  existsSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { readJitdump, readPerfMap, removePerfMaps } from './jit-files.ts';

// Above the largest number that Linux gives to a process (2^22), so that nobody has it.
const pid = 2 ** 22 + process.pid;
const map = `/tmp/perf-${pid}.map`;
const text = '1000 10 f\n';
const target = `/tmp/plateau-jit-files-${pid}`;
const isRoot = process.geteuid?.() === 0;
const folder = mkdtempSync(join(tmpdir(), 'plateau-jit-'));

afterAll(() => rmSync(folder, { recursive: true }));

afterEach(() => {
  rmSync(map, { force: true });
  rmSync(target, { force: true });
});

const asText = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : Buffer.from(bytes).toString();

describe('what runtimes leave in /tmp', () => {
  it('is read when it is ours', () => {
    expect(readPerfMap(pid)).toBeUndefined();
    writeFileSync(map, text);
    expect(asText(readPerfMap(pid))).toBe(text);
    expect(asText(readJitdump(map, pid))).toBe(text);
    expect(readJitdump('relative.dump', pid)).toBeUndefined();
  });

  it('is not believed through a link, which anybody can lay there', () => {
    writeFileSync(target, text);
    symlinkSync(target, map);
    expect(readPerfMap(pid)).toBeUndefined();
  });

  it.runIf(isRoot)('is not believed when it is somebody else’s', () => {
    writeFileSync(map, text);
    chownSync(map, 65534, 65534);
    expect(readPerfMap(pid)).toBeUndefined();
  });

  it('is removed when it was written since the recording began', () => {
    writeFileSync(map, text);
    utimesSync(map, 1000, 1000);
    removePerfMaps([pid], 2_000_000, folder);
    expect(existsSync(map)).toBe(true);
    removePerfMaps([pid, pid], 500_000, folder);
    expect(existsSync(map)).toBe(false);
  });

  it('goes with the log that V8 left, and no other', () => {
    const names = [`isolate-0x55d0c8-${pid}-v8.log`, 'isolate-0x55d0c8-1-v8.log', 'v8.log'];
    for (const name of names) writeFileSync(join(folder, name), '');
    removePerfMaps([pid], 0, folder);
    expect(names.filter((name) => existsSync(join(folder, name)))).toEqual(names.slice(1));
  });
});
