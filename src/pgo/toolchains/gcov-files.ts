import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { ToolError } from '../../base/tool-error.ts';
import { demangle } from '../../demangle/index.ts';
import { writeOutputFile } from '../../platform/output-file.ts';
import type { MergedProfile, MergeRequest } from '../toolchain.ts';
import { gcovFunctions, notesPath } from './gcov-profile.ts';
import { findLlvmProfileProblem, llvmProfileFacts } from './llvm-quality.ts';
import { encodeTar, type PackedFile } from './tar-file.ts';

/** Stands before the paths of objects in the files' names; GCOV_PREFIX puts the folder of a run before it. */
const root = '/plateau-profile';

/** Notes give the names of functions, which the counters lack; threads must not lose counts. */
export const gccTraining: readonly string[] = [
  `-fprofile-generate=${root}`,
  '-fprofile-update=prefer-atomic',
  '-ftest-coverage',
];

/**
 * Sums the counters of runs with gcov-tool, which comes with gcc: what a file has in it depends on the
 * compiler's version. Each of `raw` is the folder of a run.
 */
export async function mergeGcovFiles(request: MergeRequest): Promise<MergedProfile> {
  const { target, raw, output } = request;
  const runs = raw.map((run) => join(run, root)).filter((run) => filesBelow(run).length > 0);
  if (runs.length === 0) {
    const facts = { samples: 0, functions: 0, usableShare: 0, hottest: [] };
    const cause = 'no training run left a profile';
    const fix =
      'let the program end by itself (exit or return from main) so that it writes its counters; a kill or an abort loses them';
    return { facts, problem: { cause, fix } };
  }
  const summed = await sumRuns(request, runs);
  const counters = filesBelow(summed).map((path) => ({
    name: relative(summed, path),
    bytes: readFileSync(path),
  }));
  // Notes give names, which the counters lack, also when the program has changed.
  const files = counters.flatMap((file) => [file, ...notesOf(file.name)]);
  const functions = gcovFunctions(files)
    .map((each) => ({ ...each, name: demangle(each.linkageName) }))
    .sort((a, b) => b.sum - a.sum);
  const facts = llvmProfileFacts(functions, 0);
  const problem = findLlvmProfileProblem(functions, facts, target);
  if (problem === null) await writeOutputFile(output, [encodeTar(files)]);
  return { facts, problem };
}

/** Folders of runs, one after the other; a single run is its own sum. */
async function sumRuns(
  { target, output, execute }: MergeRequest,
  runs: readonly string[],
): Promise<string> {
  const [first = '', ...others] = runs;
  let sum = first;
  for (const [at, run] of others.entries()) {
    const next = `${output}.sum${at % 2}`;
    await rm(next, { recursive: true, force: true });
    const end = await execute([gcovToolOf(target.compiler), 'merge', '-o', next, sum, run]);
    if (end.status !== 0) {
      throw new ToolError('target-failed', `gcov-tool cannot merge: ${end.stderr.trim()}`, {
        hint: 'train with iterations = 1 and repeat = 1, which needs no merging',
      });
    }
    sum = next;
  }
  return sum;
}

/** `gcc-12` and `/opt/bin/g++` come with `gcov-tool-12` and `/opt/bin/gcov-tool`. */
export function gcovToolOf(compiler: string): string {
  const name = basename(compiler).replace(/(?:gcc|g\+\+|c\+\+|cc)(?=(?:-[\d.]+)?$)/, 'gcov-tool');
  return compiler.includes('/') ? join(dirname(compiler), name) : name;
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.gcda'))
    .sort()
    .map((name) => join(folder, name));
}

function notesOf(counters: string): PackedFile[] {
  const path = notesPath(counters);
  if (!existsSync(path)) return [];
  return [{ name: counters.replace(/\.gcda$/, '.gcno'), bytes: readFileSync(path) }];
}
