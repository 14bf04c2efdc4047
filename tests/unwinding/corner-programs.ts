import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findTool } from '../judges/requires.ts';

/** A way to build one of fixtures/programs/unwind-corners. */
export interface CornerProgram {
  readonly name: string;
  readonly source: string;
  readonly compiler: string;
  readonly flags: readonly string[];
  /** More rounds take longer. */
  readonly rounds: number;
  /** Why perf 6.1 does not judge it. */
  readonly perfFails?: string;
}

const corners = { source: 'corners.c', rounds: 1500 };

export const cornerPrograms: readonly CornerProgram[] = [
  { ...corners, name: 'c-optimized', compiler: 'gcc', flags: ['-O2', '-fomit-frame-pointer'] },
  {
    ...corners,
    name: 'c-frame-pointers',
    compiler: 'gcc',
    flags: ['-O1', '-fno-omit-frame-pointer'],
  },
  { ...corners, name: 'c-fixed-address', compiler: 'gcc', flags: ['-O2', '-no-pie', '-fno-pie'] },
  { ...corners, name: 'c-static', compiler: 'gcc', flags: ['-O2', '-static'] },
  {
    ...corners,
    name: 'c-debug-frame',
    compiler: 'gcc',
    flags: ['-O2', '-g', '-fno-asynchronous-unwind-tables', '-fno-unwind-tables'],
    perfFails: 'it mistakes where the callers of functions in .debug_frame are',
  },
  {
    ...corners,
    name: 'c-rosegment',
    compiler: 'clang',
    flags: ['-O2', '-fuse-ld=lld', '-Wl,--rosegment', '-Wl,-z,noseparate-code'],
  },
  {
    name: 'cpp-exceptions',
    source: 'exceptions.cpp',
    compiler: 'g++',
    flags: ['-O2', '-std=c++17'],
    rounds: 12_000,
  },
  { name: 'rust', source: 'maps.rs', compiler: 'rustc', flags: ['-O'], rounds: 12_000 },
];

const sources = new URL('../../fixtures/programs/unwind-corners/', import.meta.url).pathname;

export function buildCornerProgram(folder: string, program: CornerProgram): string {
  const binary = join(folder, program.name);
  const { compiler, flags, source } = program;
  execFileSync(findTool(compiler) ?? compiler, [...flags, '-o', binary, join(sources, source)], {
    cwd: folder,
    stdio: 'pipe',
  });
  return binary;
}
