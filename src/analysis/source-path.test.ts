import { expect, it } from 'vitest';
import { cleanPath, trimSourcePath } from './source-path.ts';

it('cleanPath gives the shortest equal path', () => {
  const paths = [
    'a/b',
    'a//b/./c',
    '/../a/../b/',
    './x',
    'a/..',
    '../x/..',
    '/',
    '',
    'a/b/',
    '.hidden/..x',
  ];
  expect(paths.map(cleanPath)).toEqual([
    'a/b',
    'a/b/c',
    '/b',
    'x',
    '.',
    '..',
    '/',
    '',
    'a/b',
    '.hidden/..x',
  ]);
});

function trim(path: string, trimPath = '', sourcePath = ''): string {
  return trimSourcePath(path, { trimPath, sourcePath });
}

it('trimSourcePath removes what only meant something elsewhere', () => {
  expect(trim('/build/app/src/a.c', '/build:/other')).toBe('app/src/a.c');
  expect(trim('/build/app/src/a.c', '', '/home/me/app')).toBe('src/a.c');
  expect(trim('/proc/self/cwd/./x.c')).toBe('x.c');
  expect(trim('/kept/x.c', '/ke')).toBe('/kept/x.c');
});
