import { TableExtension } from './table-extension.ts';
import type { Profile } from './tables.ts';

/** Replaces every match in every function's name; `$1` and so on work as in JavaScript. */
export function renameFunctions(
  profile: Profile,
  expression: RegExp,
  replacement: string,
): Profile {
  const extension = new TableExtension(profile);
  const renamed = new Map<number, number>();
  const name = profile.functions.name.map((row) => {
    let known = renamed.get(row);
    if (known === undefined) {
      known = extension.string((profile.strings[row] ?? '').replace(expression, replacement));
      renamed.set(row, known);
    }
    return known;
  });
  const { strings } = extension.tables();
  return Object.freeze({ ...profile, strings, functions: { ...profile.functions, name } });
}
