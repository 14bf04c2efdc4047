import { arch } from 'node:os';
import process from 'node:process';
import { buildFlags } from './build-flags.ts';
import type { PgoTarget } from './pgo-config.ts';
import { type PgoRun, runSettings, workloadsOf } from './pgo-run.ts';
import { ProfileStore } from './profile-store.ts';
import { readCompiler, readSourceVersion } from './source-version.ts';
import type { MergedProfile } from './toolchain.ts';
import { toolchainOf } from './toolchain-table.ts';

/** What the profile that several targets share is called. */
export const sharedName = 'shared';

/** Puts the sum of a target's training into the store; gives the path it is kept at. */
export async function keepProfile(
  run: PgoRun,
  target: PgoTarget,
  merged: string,
  { facts }: MergedProfile,
): Promise<string> {
  const toolchain = toolchainOf(target);
  const { iterations } = runSettings(run.config, run.options);
  const store = new ProfileStore(run.places.profiles);
  const entry = await store.keep(merged, {
    target: target.name,
    kind: toolchain.profileKind,
    ...(await readSourceVersion(run)),
    arch: arch(),
    os: process.platform,
    compiler: await readCompiler(run, toolchain.versionCommand(target)),
    flags: buildFlags(target),
    workloads: workloadsOf(run.config, target, 'train').map(
      ({ name, repeat }) => `${name} × ${repeat * iterations}`,
    ),
    date: new Date().toISOString(),
    samples: facts.samples,
    functions: facts.functions,
    origin: 'training',
  });
  return store.pathOf(entry);
}
