import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cmakePrograms, makefilePrograms } from './build-file-programs.ts';

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
  const sources = folders.flatMap((path) => sourcesIn(folder, path));
  if (sources.length === 0) return [];
  const language = sources.some((path) => !path.endsWith('.c')) ? 'c++' : 'c';
  const mains = sources.filter((path) => hasMain(join(folder, path)));
  const builder = builderOf(folder);
  const [first] = mains;
  if (first === undefined) return [];
  if (builder !== null) {
    const { tool, programs } = builder;
    const guess = programName(first, folder).replaceAll(/[^\w.-]/g, '-');
    const isGuess = programs.length === 0;
    return (isGuess ? [guess] : programs).map((file) => ({
      name: basename(file),
      language,
      sources: [],
      buildWith: tool,
      file,
      isGuess,
    }));
  }
  const shared = sources.filter((path) => !mains.includes(path));
  return mains.map((path) => ({
    name: programName(path, folder),
    language: path.endsWith('.c') && language === 'c' ? 'c' : language,
    sources: [path, ...shared],
    buildWith: 'compiler',
    file: '',
    isGuess: false,
  }));
}

/** As its file, or as the project when that says nothing. */
function programName(path: string, folder: string): string {
  const name = basename(path).replace(/\.\w+$/, '');
  return name === 'main' ? basename(folder) : name;
}

interface Builder {
  readonly tool: 'make' | 'cmake';
  readonly programs: readonly string[];
}

function builderOf(folder: string): Builder | null {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  if (existsSync(join(folder, 'CMakeLists.txt'))) {
    return { tool: 'cmake', programs: cmakePrograms(read('CMakeLists.txt')) };
  }
  // In the order in which make looks for them.
  const makefile = ['GNUmakefile', 'makefile', 'Makefile'].find((name) =>
    existsSync(join(folder, name)),
  );
  if (makefile === undefined) return null;
  const programs = makefilePrograms(read(makefile));
  // Makefiles at the top often only go on in the folder of the sources.
  const below = 'src/Makefile';
  const inSources =
    programs.length === 0 && existsSync(join(folder, below)) ? makefilePrograms(read(below)) : [];
  return { tool: 'make', programs: [...programs, ...inSources.map((path) => join('src', path))] };
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
