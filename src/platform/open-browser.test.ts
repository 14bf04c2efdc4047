import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openBrowser } from './open-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-browser-'));
const seen = join(folder, 'seen');
const program = join(folder, 'browser');
writeFileSync(program, `#!/bin/sh\necho "$@" > ${seen}\n`, { mode: 0o755 });
afterAll(() => rmSync(folder, { recursive: true }));

const address = 'http://127.0.0.1:1/$(touch x)/';
const open = (browser: string): Promise<boolean> =>
  openBrowser(address, { BROWSER: browser, PATH: '/usr/bin:/bin' });

describe('openBrowser', () => {
  it('gives the address to the program of $BROWSER, past any shell', async () => {
    expect(await open(program)).toBe(true);
    expect(readFileSync(seen, 'utf8')).toBe(`${address}\n`);
    expect(await open(`${program} --new %s`)).toBe(true);
    expect(readFileSync(seen, 'utf8')).toBe(`--new ${address}\n`);
    expect(existsSync('x')).toBe(false);
  });

  it('tries one after the other, and says when none was there', async () => {
    expect(await open(`/no/such/program:${program}`)).toBe(true);
    expect(await open('/no/such/program:false')).toBe(false);
  });
});
