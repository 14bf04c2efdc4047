import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../base/tool-error.ts';
import { encodeTar, type PackedFile, parseTar } from './tar-file.ts';

const files: readonly PackedFile[] = [
  { name: '#src#ä b.gcda', bytes: Buffer.from('counts') },
  { name: `${'folder/'.repeat(20)}x.gcda`, bytes: Buffer.alloc(1024, 5) },
  { name: 'empty.gcda', bytes: Buffer.alloc(0) },
];

/** The first entry's header with another field in it. */
function damaged(offset: number, text: string): Uint8Array {
  const bytes = Buffer.from(encodeTar(files.slice(0, 1)));
  bytes.write(text, offset, 'latin1');
  return bytes;
}

describe('encodeTar', () => {
  it('writes what tar unpacks', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plateau-tar-'));
    try {
      writeFileSync(join(folder, 'all.tar'), encodeTar(files));
      execFileSync('tar', ['xf', 'all.tar'], { cwd: folder });
      for (const { name, bytes } of files) {
        expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is read back, names of any length too', () => {
    const read = parseTar(encodeTar(files));
    expect(read.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
    expect(read.map(({ bytes }) => Buffer.from(bytes))).toEqual(files.map(({ bytes }) => bytes));
  });
});

describe('parseTar', () => {
  it.each([
    ['a size below zero, which would never end', damaged(124, '-0000001000')],
    ['a size that is no number', damaged(124, '9999')],
    ['a size beyond the file', damaged(124, '77777777777')],
    ['a name that leads out', damaged(0, '../x\0')],
    ['a name from the root', damaged(0, '/etc/x\0')],
    ['a name of the folder itself', damaged(0, './.\0')],
  ])('refuses %s', (_, bytes) => {
    expect(() => parseTar(bytes)).toThrow(ToolError);
  });

  it('takes nothing for an empty archive', () => {
    expect(parseTar(new Uint8Array(0))).toEqual([]);
  });
});
