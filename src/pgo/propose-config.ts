import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ToolError } from '../base/tool-error.ts';
import { type CProgram, cPrograms } from './c-programs.ts';
import { cargoPrograms } from './cargo-programs.ts';
import { goProgramFolders } from './go-programs.ts';

/** A `plateau.toml` for the project in the folder: its programs, and workloads to complete. */
export function proposeConfig(folder: string): string {
  const programs = findPrograms(folder);
  if (programs.length === 0) {
    const below = foldersBelow(folder);
    throw new ToolError('not-found', `no program that can be optimised in ${folder}`, {
      hint:
        below.length > 0
          ? `run this in a folder that has one: ${below.join(', ')}`
          : 'run this where go.mod (package main), Cargo.toml (a bin) or C sources (main) are, or write plateau.toml by hand: docs/guides/pgo.md',
    });
  }
  const sharesCode = programs.length > 1 && programs.every(({ language }) => language === 'go');
  return `${header}${sharesCode ? sharing : ''}${data}${programs.map(targetText).join('')}`;
}

/** What a target is called, and the lines that say how it is built. */
interface FoundProgram {
  readonly name: string;
  readonly language: string;
  readonly lines: readonly string[];
}

/** The first kind of project that the folder is. */
function findPrograms(folder: string): FoundProgram[] {
  if (existsSync(join(folder, 'go.mod'))) return goPrograms(folder);
  if (existsSync(join(folder, 'Cargo.toml'))) {
    return cargoPrograms(folder).map(({ package: name, bin, features, isRoot }) => ({
      name: bin,
      language: 'rust',
      lines: [
        ...(isRoot ? [] : [`package = ${text(name)}`]),
        `bin = ${text(bin)}`,
        ...(features.length === 0 ? [] : [`features = ${JSON.stringify(features)}`]),
      ],
    }));
  }
  return cPrograms(folder).map((program) => ({
    name: program.name,
    language: program.language,
    lines: cLines(program),
  }));
}

const notLookedAt = /^([._]|node_modules$|vendor$|target$|pgo-|tests?$|testdata$)/;
const mostNamed = 5;

/** Where below the folder programs are: a project's root is often not where they are built. */
function foldersBelow(folder: string): string[] {
  const below = (path: string): string[] =>
    readdirSync(join(folder, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !notLookedAt.test(entry.name))
      .map(({ name }) => join(path, name));
  const near = below('');
  const found = [...near, ...near.flatMap(below)].filter((path) => hasPrograms(join(folder, path)));
  return found.slice(0, mostNamed);
}

function hasPrograms(folder: string): boolean {
  try {
    return findPrograms(folder).length > 0;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}

function goPrograms(folder: string): FoundProgram[] {
  return goProgramFolders(folder).map((path) => ({
    name: path === '.' ? basename(folder) : basename(path),
    language: 'go',
    lines: [`package = ${text(path === '.' ? '.' : `./${path}`)}`, 'profile = "recorder"'],
  }));
}

/** Stands before what the build files did not tell. */
export const guessRemark = 'Correct the name of the program';

/**
 * Make and CMake are told which compiler, and with it the flags: variables for flags would take the place of
 * the project's own. The program must end up at `${binary}`.
 */
function cLines({ language, sources, buildWith, file, isGuess }: CProgram): string[] {
  if (buildWith === 'compiler') return [`sources = ${JSON.stringify(sources)}`];
  const guess = isGuess ? [`# ${guessRemark}, ${file}.`] : [];
  const remark =
    buildWith === 'make'
      ? ['# make builds in the project itself: `make -B` afterwards brings back the usual program.']
      : [];
  const command = buildWith === 'make' ? makeCommand(language, file) : cmakeCommand(language, file);
  return [...guess, ...remark, `build = ["sh", "-c", ${text(command)}]`];
}

function makeCommand(language: CProgram['language'], file: string): string {
  const c = `CC="\${c-compiler} \${pgo}"`;
  const compilers = language === 'c++' ? `${c} CXX="\${compiler} \${pgo}"` : c;
  return `make -B ${compilers} && cp ${file} "\${binary}"`;
}

/** A project in C++ often has parts in C, and link-time optimisation wants both by one compiler. */
function cmakeCommand(language: CProgram['language'], file: string): string {
  return [
    `cmake -B "\${build}" -DCMAKE_BUILD_TYPE=Release -DCMAKE_RUNTIME_OUTPUT_DIRECTORY="\${build}"`,
    cmakeCompiler('C', `\${c-compiler}`),
    ...(language === 'c++' ? [cmakeCompiler('CXX', `\${compiler}`)] : []),
    `&& cmake --build "\${build}" --parallel \${jobs} && cp "\${build}/${file}" "\${binary}"`,
  ].join(' ');
}

function cmakeCompiler(language: 'C' | 'CXX', compiler: string): string {
  return `-DCMAKE_${language}_COMPILER="${compiler}" -DCMAKE_${language}_FLAGS="\${pgo}"`;
}

function text(value: string): string {
  return JSON.stringify(value);
}

const header = `# What \`plateau pgo\` optimises, and how. Every key is described in docs/guides/pgo.md.

[pgo]
iterations = 3
`;
const sharing = `# One profile for all programs: what they share is compiled once.
shared-profile = true
`;
const data = `
# Generated: the same seed gives the same bytes. Training and proof use different ones.
[[pgo.data]]
name = "input"
kind = "log"
seed = 1

[[pgo.data]]
name = "other-input"
kind = "log"
seed = 2
`;

function targetText({ name: own, language, lines }: FoundProgram): string {
  const name = own.replaceAll(/[^\w.-]/g, '-').replace(/^[^\w]/, 'x');
  return `
[[pgo.target]]
name = "${name}"
language = "${language}"
${lines.join('\n')}

# What ${name} is trained on: correct the arguments. A program that reads a file: args = ["\${data:input}"], no stdin.
[[pgo.workload]]
name = "${name}-training"
target = "${name}"
role = "train"
args = []
stdin = "\${data:input}"

# What the result is proved on: other data, and other arguments where that makes sense.
[[pgo.workload]]
name = "${name}-held-out"
target = "${name}"
role = "held-out"
args = []
stdin = "\${data:other-input}"
`;
}
