import { chownSync, existsSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { readJitdump, readPerfMap, removePerfMaps } from './jit-files.ts';

// Above the largest number that Linux gives to a process (2^22), so that nobody has it.
const pid = 2 ** 22 + process.pid;
const map = `/tmp/perf-${pid}.map`;
const text = '1000 10 f\n';
const target = `/tmp/plateau-jit-files-${pid}`;
const isRoot = process.geteuid?.() === 0;

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
    removePerfMaps([pid], 2_000_000);
    expect(existsSync(map)).toBe(true);
    removePerfMaps([pid, pid], 500_000);
    expect(existsSync(map)).toBe(false);
  });
});
