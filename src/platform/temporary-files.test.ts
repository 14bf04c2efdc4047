import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TemporaryFiles } from './temporary-files.ts';

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

describe('TemporaryFiles', () => {
  it('keeps streams for its owner alone, and nothing after its end', async () => {
    const files = new TemporaryFiles();
    const path = await files.keep(chunks('some ', 'bytes'));
    expect(readFileSync(path, 'utf8')).toBe('some bytes');
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(statSync(dirname(path)).mode & 0o077).toBe(0);
    files[Symbol.dispose]();
    expect(existsSync(dirname(path))).toBe(false);
  });

  it('refuses what is too large, and removes what came of it', async () => {
    using files = new TemporaryFiles();
    const next = files.path();
    await expect(files.keep(chunks('1234', '5678'), 6)).rejects.toThrow('more than 6 bytes');
    expect(existsSync(next.replace(/1$/, '2'))).toBe(false);
  });
});
