import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readKernelImage, readKernelModules } from './kernel-images.ts';
import {
  listThreads,
  parseCpuList,
  readMappings,
  readProcessorTimeNs,
  readThreadName,
} from './process-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-proc-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(path: string, text: string): string {
  const whole = join(folder, path);
  mkdirSync(join(whole, '..'), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

describe('/proc of a process', () => {
  it('lists mappings as they are written', () => {
    file(
      '7/maps',
      `55a0b9961000-55a0b9962000 r-xp 00001000 fe:00 10027121                   /opt/my app
7f5131b97000-7f5131ced000 rw-s 00000000 00:00 0 \n7ffd00000000-7ffd00001000 r-xp 00000000 00:00 0                          [vdso]
7f5131cf0000-7f5131cf1000 r--p 00000000 08:1f 12  /tmp/new\\012line (deleted)
nonsense
`,
    );
    const mappings = readMappings(7, folder);
    expect(mappings.map(({ path, protection, flags }) => [path, protection, flags])).toEqual([
      ['/opt/my app', 5, 2],
      ['//anon', 3, 1],
      ['[vdso]', 5, 2],
      ['/tmp/new\nline (deleted)', 1, 2],
    ]);
    expect(mappings[0]).toMatchObject({
      start: 0x55a0b9961000n,
      fileOffset: 0x1000n,
      major: 0xfe,
      inode: 10_027_121n,
    });
  });

  it('counts processor time past a name with brackets', () => {
    file('8/stat', `8 (a) b (c) S 1 8 8 0 -1 4 1 2 3 4 150 50 0 0 20 0 1 0 5 6 7`);
    expect(readProcessorTimeNs(8, folder)).toBe(2_000_000_000);
  });

  it('names threads, and nothing of a process that has ended', () => {
    file('9/task/9/comm', 'main\n');
    file('9/task/10/comm', 'two words\n');
    expect(listThreads(9, folder).sort((a, b) => a - b)).toEqual([9, 10]);
    expect(readThreadName(9, 10, folder)).toBe('two words');
    expect(listThreads(404, folder)).toEqual([]);
    expect(readMappings(404, folder)).toEqual([]);
    expect(readProcessorTimeNs(404, folder)).toBeUndefined();
  });

  it('reads lists of processors', () => {
    expect(parseCpuList('0-3,8\n')).toEqual([0, 1, 2, 3, 8]);
    expect(parseCpuList('5')).toEqual([5]);
    expect(parseCpuList('')).toEqual([]);
    expect(parseCpuList('x-y')).toEqual([]);
  });
});

describe('/proc of the kernel', () => {
  it('places the kernel by _text, far into the file or restricted', () => {
    const noise = Array.from(
      { length: 10_000 },
      (_, i) => `ffffffff81${i.toString(16).padStart(6, '0')} t f${i}`,
    );
    const text = `${noise.join('\n')}\nffffffff82000000 T _text\nffffffff83000000 T _etext\n`;
    const path = file('kallsyms', text);
    expect(readKernelImage('x64', path)).toEqual({
      name: '[kernel.kallsyms]_text',
      start: 0xffff_ffff_8200_0000n,
      length: 0x3e00_0000n,
    });
    expect(readKernelImage('arm64', path)?.length).toBe(0x100_0000n);
    const hidden = file('hidden', '0000000000000000 T _text\n');
    expect(readKernelImage('x64', hidden)).toBeUndefined();
    expect(readKernelImage('x64', '/nonesuch')).toBeUndefined();
  });

  it('places modules where addresses are shown', () => {
    const path = file(
      'modules',
      'nf_tables 1000 1 - Live 0xffffffffc0100000\nhidden 1 0 - Live 0x0000000000000000\n',
    );
    expect(readKernelModules(path)).toEqual([
      { name: '[nf_tables]', start: 0xffff_ffff_c010_0000n, length: 1000n },
    ]);
  });
});
