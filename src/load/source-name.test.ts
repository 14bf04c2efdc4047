import { describe, expect, it } from 'vitest';
import { isSourceName } from './source-name.ts';

describe('isSourceName', () => {
  it.each([
    '/home/me/app/main.rs',
    'src/parse.C',
    '../sysdeps/x86_64/strlen.S',
    '/usr/include/c++/12/vector',
    '/x/y.test.mjs',
  ])('takes %s for source', (path) => expect(isSourceName(path)).toBe(true));

  it.each([
    '/etc/passwd',
    '/etc/shadow',
    '/home/me/.ssh/id_rsa',
    '/home/me/.c',
    '/home/me/app/.env',
    '/home/me/app/server.key',
    '/home/me/cookies.sqlite',
    '/usr/include/../../etc/passwd.bak',
    '',
  ])('does not take %s for source', (path) => expect(isSourceName(path)).toBe(false));
});
