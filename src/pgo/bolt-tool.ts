import { join } from 'node:path';
import type { Host } from '../platform/host.ts';
import { findProgram } from '../record/index.ts';
import type { PgoTarget } from './pgo-config.ts';
import type { BuildStage } from './toolchain.ts';

const newestBolt = 30;
const oldestBolt = 14;

/** Where the steps of BOLT put their files. */
export interface BoltPlaces {
  /** The program as the compiler made it. */
  readonly plain: string;
  readonly training: string;
  /** Folder: one file of counts per process. */
  readonly counts: string;
  readonly merged: string;
  readonly output: string;
}

/** `llvm-bolt`, or the newest `llvm-bolt-19`; by its real path, since it looks for its runtime beside itself. */
export function findBolt(host: Pick<Host, 'env'>, cwd: string): string | undefined {
  const lookup = { cwd, path: host.env['PATH'] ?? '' };
  const versions = Array.from({ length: newestBolt - oldestBolt + 1 }, (_, at) => newestBolt - at);
  for (const name of ['llvm-bolt', ...versions.map((version) => `llvm-bolt-${version}`)]) {
    const found = findProgram(name, lookup);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Puts counters into the finished program: neither perf nor hardware is needed. */
export function boltInstrumentCommand(tool: string, places: BoltPlaces): string[] {
  const { plain, training, counts } = places;
  const file = join(counts, 'run.fdata');
  return [
    tool,
    plain,
    '-instrument',
    `--instrumentation-file=${file}`,
    // A program that starts others must not lose their counts.
    '--instrumentation-file-append-pid',
    '-o',
    training,
  ];
}

export function boltOptimiseCommand(tool: string, { plain, merged, output }: BoltPlaces): string[] {
  return [
    tool,
    plain,
    `-data=${merged}`,
    '-reorder-blocks=ext-tsp',
    '-reorder-functions=hfsort',
    '-split-functions',
    '-split-all-cold',
    // Otherwise code is aligned to 2 MiB, and every small program grows by it.
    '-no-huge-pages',
    '-o',
    output,
  ];
}

/**
 * BOLT moves code of a linked program, for which it needs the relocations. The flags stand in the control
 * build too: what they do must not be taken for the profile's.
 */
export function boltFlags(
  { bolt, language, compiler }: PgoTarget,
  stage: BuildStage,
): readonly string[] {
  if (bolt !== true || (stage !== 'optimised' && stage !== 'control')) return [];
  const relocations = '-Wl,--emit-relocs';
  if (language === 'rust') return [`-Clink-arg=${relocations}`];
  // Also where nothing is linked; and BOLT splits functions itself, but not those that gcc has split.
  return /clang[^/]*$/.test(compiler)
    ? [relocations, '-Wno-unused-command-line-argument']
    : [relocations, '-fno-reorder-blocks-and-partition'];
}

/** What llvm-bolt says of its work. */
export function parseBoltOutput(text: string): { counted: number; all: number; changed: number } {
  const [, counted = '0', all = '0'] =
    /(\d+) out of (\d+) functions in the binary .*have non-empty execution profile/.exec(text) ??
    [];
  const [, changed = '0'] = /reordering modified layout of (\d+) functions/.exec(text) ?? [];
  return { counted: Number(counted), all: Number(all), changed: Number(changed) };
}
