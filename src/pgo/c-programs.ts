import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A program in C or C++, and how it is built. */
export interface CProgram {
  readonly name: string;
  readonly language: 'c' | 'c++';
  /** Compiled in one command; empty = by make or CMake. */
  readonly sources: readonly string[];
  readonly buildWith: 'compiler' | 'make' | 'cmake';
}

const folders = ['.', 'src'] as const;

/** Sources with a `main`, by file; where make or CMake builds them, one target to complete. */
export function cPrograms(folder: string): CProgram[] {
  const sources = folders.flatMap((path) => sourcesIn(folder, path));
  if (sources.length === 0) return [];
  const language = sources.some((path) => !path.endsWith('.c')) ? 'c++' : 'c';
  const mains = sources.filter((path) => hasMain(join(folder, path)));
  const builder = builderOf(folder);
  const [first] = mains;
  if (first === undefined) return [];
  if (builder !== 'compiler') {
    return [{ name: programName(first, folder), language, sources: [], buildWith: builder }];
  }
  const shared = sources.filter((path) => !mains.includes(path));
  return mains.map((path) => ({
    name: programName(path, folder),
    language: path.endsWith('.c') && language === 'c' ? 'c' : language,
    sources: [path, ...shared],
    buildWith: 'compiler',
  }));
}

/** As its file, or as the project when that says nothing. */
function programName(path: string, folder: string): string {
  const name = basename(path).replace(/\.\w+$/, '');
  return name === 'main' ? basename(folder) : name;
}

function builderOf(folder: string): CProgram['buildWith'] {
  if (existsSync(join(folder, 'CMakeLists.txt'))) return 'cmake';
  const hasMakefile = ['Makefile', 'makefile', 'GNUmakefile'].some((name) =>
    existsSync(join(folder, name)),
  );
  return hasMakefile ? 'make' : 'compiler';
}

function sourcesIn(folder: string, path: string): string[] {
  const place = join(folder, path);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((name) => /\.(?:c|cc|cpp|cxx)$/.test(name))
    .map((name) => join(path, name))
    .sort();
}

function hasMain(path: string): boolean {
  return /^\s*(?:int|auto|void)\s+main\s*\(/m.test(readFileSync(path, 'utf8'));
}
