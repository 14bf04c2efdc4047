/** A stack as debuggers print it: a name per line, the innermost first. `path` begins with the root. */
export function stackText(path: readonly string[]): string {
  return [...path].reverse().join('\n');
}
