import { expect, it } from 'vitest';
import { baseName } from './base-name.ts';

it.each([
  ['/usr/lib/libc.so.6', 'libc.so.6'],
  ['main.c', 'main.c'],
  ['src/main/', 'main'],
  ['[vdso]', '[vdso]'],
  ['//', ''],
  ['/', ''],
  ['', ''],
])('takes the last part of %j', (path, name) => {
  expect(baseName(path)).toBe(name);
});
