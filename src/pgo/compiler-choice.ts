import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { findProgram } from '../record/index.ts';
import type { PgoConfig, PgoTarget } from './pgo-config.ts';

export interface CompilerChoice {
  readonly config: PgoConfig;
  /** What was taken in place of something better. */
  readonly notes: readonly string[];
}

/** Names of the compilers of a language, the best first; `clang` is followed by `clang-22`, `clang-21` … */
const compilerTable: Readonly<Record<string, { readonly clang: string; readonly gcc: string }>> = {
  c: { clang: 'clang', gcc: 'gcc' },
  'c++': { clang: 'clang++', gcc: 'g++' },
};
const newestClang = 30;
const oldestClang = 14;

/**
 * Fills in the compilers that plateau.toml leaves open: clang, since its profiles are merged and checked
 * without tools of its own, else gcc.
 */
export function chooseCompilers(config: PgoConfig, host: Pick<Host, 'env'>): CompilerChoice {
  const notes = new Set<string>();
  const lookup = { cwd: config.folder, path: host.env['PATH'] ?? '' };
  const isThere = (name: string): boolean => findProgram(name, lookup) !== undefined;
  const targets = config.targets.map((target): PgoTarget => {
    const names = compilerTable[target.language];
    if (names === undefined || target.compiler !== '') return target;
    const clang = clangNames(names.clang).find(isThere);
    if (clang !== undefined) return { ...target, compiler: clang };
    if (!isThere(names.gcc)) throw noCompiler(target, names);
    notes.add(`${names.clang} is not installed: ${names.gcc} builds instead`);
    return { ...target, compiler: names.gcc };
  });
  return { config: { ...config, targets }, notes: [...notes] };
}

function clangNames(name: string): string[] {
  const versions = Array.from(
    { length: newestClang - oldestClang + 1 },
    (_, at) => newestClang - at,
  );
  return [name, ...versions.map((version) => `${name}-${version}`)];
}

function noCompiler(target: PgoTarget, { clang, gcc }: { clang: string; gcc: string }): ToolError {
  return new ToolError(
    'missing-tool',
    `${target.name} needs a compiler for ${target.language}: neither ${clang} nor ${gcc} is installed`,
    { hint: `apt install clang, or name one: compiler = "/opt/…/${clang}"` },
  );
}
