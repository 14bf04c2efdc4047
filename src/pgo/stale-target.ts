import { ToolError } from '../base/tool-error.ts';
import type { Staleness } from '../training/index.ts';
import { binaryOf, buildTarget } from './build-target.ts';
import { chooseProfile } from './choose-profile.ts';
import { findStaleness } from './find-staleness.ts';
import type { PgoTarget } from './pgo-config.ts';
import type { PgoRun } from './pgo-run.ts';
import { toolchainOf } from './toolchain-table.ts';
import { gcovStaleness } from './toolchains/gcov-profile.ts';
import { trainedStage } from './train-target.ts';
import { readTrainingProfile } from './training-profile.ts';

export interface StaleProfile {
  readonly target: string;
  readonly profile: string;
  readonly binary: string;
  readonly warnings: readonly string[];
  readonly staleness: Staleness;
}

/** Builds what a target is trained as, of the sources as they are, and holds its profile against it. */
export async function staleTarget(
  run: PgoRun,
  target: PgoTarget,
  use: string | null,
): Promise<StaleProfile> {
  const { path, warnings } = await chooseProfile(run, target, use);
  const profile = await readTrainingProfile(run.host, path);
  const stage = trainedStage(target);
  await run.tell(`${target.name}: building it as it is now`);
  const { facts } = await buildTarget(run, target, stage);
  const staleness =
    profile.kind === 'arcs'
      ? gcovStaleness(profile.arcs)
      : await findStaleness(run.host, profile, facts.binary);
  return { target: target.name, profile: path, binary: facts.binary, warnings, staleness };
}

/**
 * Of a profile that was not made in this run. Samples are held against lines of a program built as the sampled
 * one was; counters need an instrumented build, which takes longer: `pgo stale`.
 */
export async function stalenessOfBuild(
  run: PgoRun,
  target: PgoTarget,
  path: string,
): Promise<Staleness | null> {
  try {
    const profile = await readTrainingProfile(run.host, path);
    if (profile.kind === 'stacks') {
      return await findStaleness(run.host, profile, binaryOf(run, target, 'optimised'));
    }
    if (profile.kind !== 'lines') return null;
    const isThere = toolchainOf(target).controlIsTrained === true;
    if (!isThere) await buildTarget(run, target, 'training');
    const binary = binaryOf(run, target, isThere ? 'control' : 'training');
    return await findStaleness(run.host, profile, binary);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return null;
  }
}
