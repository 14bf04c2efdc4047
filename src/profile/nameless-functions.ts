import { TableExtension } from './table-extension.ts';
import type { Profile } from './tables.ts';

/** What languages call functions that have no name: each stands for many of them. */
const namelessNames: ReadonlySet<string> = new Set([
  '(anonymous)',
  '<anonymous>',
  '<lambda>',
  '<module>',
  '<listcomp>',
  '<dictcomp>',
  '<setcomp>',
  '<genexpr>',
]);

/**
 * Gives functions without a name of their own the place they stand at, `(anonymous) app.js:12`: tables and
 * graphs tell functions apart by name, and would take all of them for one.
 */
export function placeNameless(profile: Profile): Profile {
  const { functions, strings } = profile;
  const nameless = new Set<number>();
  for (const [row, text] of strings.entries()) if (namelessNames.has(text)) nameless.add(row);
  if (nameless.size === 0) return profile;
  const extension = new TableExtension(profile);
  const name = functions.name.map((row, at) => {
    const file = strings[functions.file[at] as number] ?? '';
    if (!nameless.has(row) || file === '') return row;
    const line = functions.startLine[at] as number;
    const place = `${lastPart(file)}${line > 0 ? `:${line}` : ''}`;
    return extension.string(`${strings[row] ?? ''} ${place}`);
  });
  const { strings: extended } = extension.tables();
  return Object.freeze({ ...profile, strings: extended, functions: { ...functions, name } });
}

function lastPart(file: string): string {
  const parts = file.split(/[/\\]/);
  return parts.at(-1) || file;
}
