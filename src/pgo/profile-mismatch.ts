import { buildFlags } from './build-flags.ts';
import { sharedName } from './keep-profile.ts';
import type { ManifestEntry } from './manifest.ts';
import type { PgoTarget } from './pgo-config.ts';
import type { PgoRun } from './pgo-run.ts';
import { isOfThisMachine } from './profile-store.ts';
import { platformName } from './run-places.ts';
import { commitsSince, readCompiler } from './source-version.ts';
import { toolchainOf } from './toolchain-table.ts';

/** So many commits back, sources have mostly changed where it matters. */
const manyCommits = 50;

/** Why a kept profile may fit badly, a sentence each; none = it was made of what is built now. */
export async function mismatches(
  run: PgoRun,
  target: PgoTarget,
  entry: ManifestEntry,
): Promise<string[]> {
  const toolchain = toolchainOf(target);
  const compiler = await readCompiler(run, toolchain.versionCommand(target));
  return [
    ...targetWarning(entry, target),
    ...machineWarning(entry),
    ...compilerWarning(entry, compiler),
    ...flagsWarning(entry, buildFlags(target)),
    ...(await commitWarning(run, entry)),
  ];
}

function targetWarning(entry: ManifestEntry, target: PgoTarget): string[] {
  if (entry.target === target.name || entry.target === sharedName) return [];
  return [
    `${entry.file} was made of ${entry.target}, and this is ${target.name}: only what both have in common has a profile`,
  ];
}

function machineWarning(entry: ManifestEntry): string[] {
  if (isOfThisMachine(entry)) return [];
  return [
    `${entry.file} was made on ${entry.os}-${entry.arch}, and this is ${platformName()}: code that differs between them has no profile`,
  ];
}

function compilerWarning(entry: ManifestEntry, compiler: string): string[] {
  const [then, now] = [compilerRelease(entry.compiler), compilerRelease(compiler)];
  if (then === '' || now === '' || then === now) return [];
  return [
    `${entry.file} was made with ${then}, and this is ${now}: what one inlines or counts otherwise is lost`,
  ];
}

function flagsWarning(entry: ManifestEntry, flags: readonly string[]): string[] {
  if (entry.origin === 'put' && entry.flags.length === 0) return [];
  if (entry.flags.join('\0') === flags.join('\0')) return [];
  return [
    `${entry.file} was made with other build flags (${flagsText(entry.flags)}), and now they are ${flagsText(flags)}`,
  ];
}

function flagsText(flags: readonly string[]): string {
  return flags.length === 0 ? 'none' : flags.join(' ');
}

async function commitWarning(run: PgoRun, entry: ManifestEntry): Promise<string[]> {
  const { file, commit, dirty, target } = entry;
  if (commit === '') return [];
  const short = commit.slice(0, 12);
  const count = await commitsSince(run, commit);
  const ask = `plateau pgo stale ${target} tells how much of it still fits`;
  if (count === undefined) {
    return [`${file} was made of commit ${short}, which this repository does not have: ${ask}`];
  }
  const warnings = dirty
    ? [`${file} was made of commit ${short} with changes that were not committed: ${ask}`]
    : [];
  return count < manyCommits
    ? warnings
    : [...warnings, `${file} was made ${count} commits ago, at ${short}: ${ask}`];
}

/** Name and release of a compiler, by what decides whether profiles fit: `go1.26`, `clang 19`, `rustc 1.95`. */
export function compilerRelease(version: string): string {
  const go = /\bgo(\d+\.\d+)/.exec(version);
  if (go !== null) return `go${go[1] ?? ''}`;
  const rust = /\brustc (\d+\.\d+)/.exec(version);
  if (rust !== null) return `rustc ${rust[1] ?? ''}`;
  const clang = /\bclang version (\d+)/.exec(version);
  if (clang !== null) return `clang ${clang[1] ?? ''}`;
  const gcc = /^\S*(?:cc|[cg]\+\+)\S* .*?(\d+)\.\d+\.\d+/.exec(version);
  return gcc === null ? '' : `gcc ${gcc[1] ?? ''}`;
}
