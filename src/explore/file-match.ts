import { baseName } from '../base/base-name.ts';

/**
 * Which file of one recording is which of another: the same path, else the only two left of one name
 * (a tree of sources may lie elsewhere). Keys are of `after`.
 */
export function matchFiles(
  before: readonly string[],
  after: readonly string[],
): ReadonlyMap<string, string> {
  const known = new Set(before);
  const matched = new Map(after.filter((file) => known.has(file)).map((file) => [file, file]));
  const left = loneNames(before.filter((file) => !matched.has(file)));
  for (const [name, file] of loneNames(after.filter((each) => !matched.has(each)))) {
    const there = left.get(name);
    if (there !== undefined) matched.set(file, there);
  }
  return matched;
}

/** Files by their names without folders, where only one has it. */
function loneNames(files: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const file of files) {
    const name = baseName(file);
    if (taken.has(name)) found.delete(name);
    else found.set(name, file);
    taken.add(name);
  }
  found.delete('');
  return found;
}
