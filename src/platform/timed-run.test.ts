import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildProgram, loadChildSys } from './sys/child.ts';
import { measureMemory, runTimed } from './timed-run.ts';

const sys = loadChildSys();
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-timed-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function program(argv: readonly string[]): ChildProgram {
  const files = { stdin: '/dev/null', stdout: '/dev/null', stderr: '/dev/null' };
  return { argv, env: [`PATH=${process.env['PATH'] ?? ''}`], cwd: folder, ...files };
}

describe('the memory of a program', () => {
  it('is what it touched, not what Plateau has', () => {
    const source = join(folder, 'touch.c');
    writeFileSync(
      source,
      `#include <stdlib.h>
#include <string.h>
int main(int count, char **words) {
  size_t size = (size_t)atoi(words[1]) << 20;
  volatile char *bytes = memset(malloc(size + 1), 1, size + 1);
  return bytes[size / 2] - 1;
}
`,
    );
    const touch = join(folder, 'touch');
    execFileSync('cc', ['-O1', '-o', touch, source]);
    for (const megabytes of [8, 24]) {
      const mebibytes = measureMemory(sys, program([touch, String(megabytes)])) / 2 ** 20;
      expect(mebibytes).toBeGreaterThan(megabytes);
      expect(mebibytes).toBeLessThan(megabytes + 4);
    }
  });

  it('includes that of children it waited for, and needs no status of 0', () => {
    const node = `${process.execPath} -e 0`;
    const own = measureMemory(sys, program(['sh', '-c', 'exit 3']));
    expect(own).toBeGreaterThan(0);
    expect(own).toBeLessThan(8 * 2 ** 20);
    expect(measureMemory(sys, program(['sh', '-c', `${node}; :`]))).toBeGreaterThan(20 * 2 ** 20);
  });

  it('is measured with signals and input as a shell leaves them', () => {
    const interrupted = 'kill -INT $$; echo still here >survived';
    measureMemory(sys, program(['sh', '-c', interrupted]));
    writeFileSync(join(folder, 'input'), 'words');
    const reading = program(['sh', '-c', 'cat >copy']);
    measureMemory(sys, { ...reading, stdin: join(folder, 'input') });
    const files = execFileSync('ls', [folder], { encoding: 'utf8' });
    expect(files).not.toContain('survived');
    expect(execFileSync('cat', [join(folder, 'copy')], { encoding: 'utf8' })).toBe('words');
  });

  it('is unknown rather than that of Plateau itself', () => {
    expect(runTimed(sys, program(['true'])).maxRssBytes).toBe(0);
  });
});
