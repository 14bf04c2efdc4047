/** The last part of a path: `/usr/lib/libc.so.6` is `libc.so.6`. Slashes at the end do not count. */
export function baseName(path: string): string {
  let end = path.length;
  while (path.endsWith('/', end) && end > 0) end--;
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}
