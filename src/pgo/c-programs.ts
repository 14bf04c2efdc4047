import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cmakePrograms, cmakeSubfolders } from './cmake-programs.ts';
import { makefilePrograms } from './makefile-programs.ts';

/** A program in C or C++, and how it is built. */
export interface CProgram {
  readonly name: string;
  readonly language: 'c' | 'c++';
  /** Compiled in one command; empty = by make or CMake. */
  readonly sources: readonly string[];
  readonly buildWith: 'compiler' | 'make' | 'cmake';
  /** What make or CMake leaves; below the project, or below the folder of the build. */
  readonly file: string;
  /** The build files did not tell. */
  readonly isGuess: boolean;
}

const folders = ['.', 'src'] as const;

/** Sources with a `main`, by file; where make or CMake builds them, what these say that they build. */
export function cPrograms(folder: string): CProgram[] {
  const cmake = cmakeProject(folder);
  if (cmake !== null && cmake.programs.length > 0) return builtPrograms(cmake);
  const sources = folders.flatMap((path) => sourcesIn(folder, path));
  const language = sources.some((path) => !path.endsWith('.c')) ? 'c++' : 'c';
  const mains = sources.filter((path) => hasMain(join(folder, path)));
  const [first] = mains;
  if (first === undefined) return [];
  const made = cmake ?? makeProject(folder, language);
  if (made !== null) {
    const guess = programName(first, folder).replaceAll(/[^\w.-]/g, '-');
    return made.programs.length > 0
      ? builtPrograms(made)
      : builtPrograms({ ...made, programs: [guess] }, { isGuess: true });
  }
  const shared = sources.filter((path) => !mains.includes(path));
  return mains.map((path) => ({
    name: programName(path, folder),
    language,
    sources: [path, ...shared],
    buildWith: 'compiler',
    file: '',
    isGuess: false,
  }));
}

/** What a build tool makes of a project. */
interface BuiltProject {
  readonly tool: 'make' | 'cmake';
  readonly language: CProgram['language'];
  /** Empty = its files do not tell. */
  readonly programs: readonly string[];
}

function builtPrograms(
  { tool, language, programs }: BuiltProject,
  { isGuess } = { isGuess: false },
): CProgram[] {
  return programs.map((file) => ({
    name: basename(file),
    language,
    sources: [],
    buildWith: tool,
    file,
    isGuess,
  }));
}

/** As its file, or as the project when that says nothing. */
function programName(path: string, folder: string): string {
  const name = basename(path).replace(/\.\w+$/, '');
  return name === 'main' ? basename(folder) : name;
}

const listName = 'CMakeLists.txt';

/** By the lists of CMake, from the root on. */
function cmakeProject(folder: string): BuiltProject | null {
  if (!existsSync(join(folder, listName))) return null;
  const texts: string[] = [];
  const seen = new Set([folder]);
  // A set goes on with what is added while it is walked through.
  for (const each of seen) {
    const path = join(each, listName);
    if (!existsSync(path)) continue;
    const text = readFileSync(path, 'utf8');
    texts.push(text);
    for (const below of cmakeSubfolders(text)) seen.add(join(each, below));
  }
  const isPlainC = texts.some((text) => /\bproject\s*\([^)]*\sC\s*\)/i.test(text));
  const programs = [...new Set(texts.flatMap(cmakePrograms))];
  return { tool: 'cmake', language: isPlainC ? 'c' : 'c++', programs };
}

/** In the order in which make looks for them. */
const makefileNames = ['GNUmakefile', 'makefile', 'Makefile'];

function makeProject(folder: string, language: CProgram['language']): BuiltProject | null {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const makefile = makefileNames.find((name) => existsSync(join(folder, name)));
  if (makefile === undefined) return null;
  const programs = makefilePrograms(read(makefile));
  // Makefiles at the top often only go on in the folder of the sources.
  const below = 'src/Makefile';
  const inSources =
    programs.length === 0 && existsSync(join(folder, below)) ? makefilePrograms(read(below)) : [];
  const files = [...programs, ...inSources.map((path) => join('src', path))];
  return { tool: 'make', language, programs: files };
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
