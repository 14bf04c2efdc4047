import { dirname, isAbsolute, join, resolve } from 'node:path';
import { cleanPath, type PathTrimming, splitList, trimSourcePath } from '../analysis/index.ts';
import { errorCode } from '../platform/file-errors.ts';
import { readTextFile, realPathOf } from '../platform/text-file.ts';
import { type Profile, textAt } from '../profile/index.ts';
import { isSourceName } from './source-name.ts';

/** The text of a source file and where it was found, or why there is none. */
export type SourceText =
  | { readonly text: string; readonly from: string }
  | { readonly missing: string };

/**
 * The source of a file named in a profile: what the profile carries itself, else the search folders
 * and their parents, else the path as it is. Says where it looked when there is none.
 */
export async function readSource(
  profile: Profile,
  file: string,
  paths: PathTrimming,
  cwd: string,
): Promise<SourceText> {
  const embedded = profile.sources.find((source) => {
    return cleanPath(trimSourcePath(textAt(profile, source.file), paths)) === file;
  });
  if (embedded !== undefined) return { text: embedded.text, from: 'the profile' };
  return await readSourceFile(file, paths, cwd);
}

/**
 * For whoever shows or sends on what a profile names, without a person having asked for that very file:
 * only what is source by its name, and by the name of what links lead to; nothing above the folders.
 */
export async function readNamedSource(
  name: string,
  paths: PathTrimming,
  cwd: string,
): Promise<SourceText> {
  const file = cleanPath(trimSourcePath(name, paths));
  if (/^\.\.(\/|$)/.test(file)) return { missing: `${name} leads out of the folders of sources` };
  return await readSourceFile(file, paths, cwd, async (path) => {
    const real = await realPathOf(path);
    if (isSourceName(path) && isSourceName(real)) return await readTextFile(real);
    throw Object.assign(new Error(path), { code: 'not a source file by its name' });
  });
}

async function readSourceFile(
  file: string,
  paths: PathTrimming,
  cwd: string,
  read: (path: string) => Promise<{ readonly text: string }> = readTextFile,
): Promise<SourceText> {
  const tried: string[] = [];
  for (const candidate of candidates(file, paths, cwd)) {
    const found = await read(candidate).catch((error: unknown) => errorCode(error));
    if (typeof found !== 'string') return { text: found.text, from: candidate };
    tried.push(`${candidate} (${found === 'ENOENT' ? 'no such file' : found})`);
  }
  const [first] = tried;
  const where = first === undefined ? 'nowhere to look' : first;
  const more = tried.length > 1 ? ` and ${tried.length - 1} more places` : '';
  return { missing: `source not found: ${where}${more}` };
}

/** Relative paths are looked for in each folder and all its parents, as pprof does. */
function* candidates(file: string, paths: PathTrimming, cwd: string): Generator<string> {
  const folders = splitList(paths.sourcePath);
  if (isAbsolute(file)) {
    for (const folder of folders) yield join(folder, file);
    yield file;
    return;
  }
  for (const start of folders.length > 0 ? folders : ['.']) {
    let folder = resolve(cwd, start);
    for (;;) {
      yield join(folder, file);
      const parent = dirname(folder);
      if (parent === folder) break;
      folder = parent;
    }
  }
}
