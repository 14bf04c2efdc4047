import type { Host } from '../platform/host.ts';
import type { Profile } from '../profile/index.ts';
import type { PgoTarget } from './pgo-config.ts';

/** Which of the builds of a target. Sampling toolchains train on the baseline itself. */
export type BuildStage = 'baseline' | 'training' | 'optimised';

export interface BuildRequest {
  readonly target: PgoTarget;
  readonly stage: BuildStage;
  /** Where the program goes. */
  readonly binary: string;
  /** The merged profile, for the stage optimised. */
  readonly profile: string;
}

/** How a training run is made to leave a profile at `raw`. */
export interface TrainingSetup {
  /** Put before the workload's own arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Who writes the profile: the program, its pprof endpoint, or our recorder. */
  readonly capture: 'program' | 'http' | 'recorder';
}

/** Why a profile is of no use, and what to do. */
export interface ProfileProblem {
  readonly cause: string;
  readonly fix: string;
}

/** What is in a profile, in the terms of the optimiser that will read it. */
export interface ProfileFacts {
  readonly samples: number;
  readonly functions: number;
  /** Share of the weight that the compiler can use, 0…1. */
  readonly usableShare: number;
  /** The heaviest functions with their share, the heaviest first. */
  readonly hottest: readonly { readonly name: string; readonly share: number }[];
  /** What `samples` adds up; counters: how often blocks of instrumented code were entered. */
  readonly counting?: 'samples' | 'counters';
  /** Functions that have counters, run or not. */
  readonly instrumented?: number;
}

export interface MergedProfile {
  readonly facts: ProfileFacts;
  /** Not null: nothing was written. */
  readonly problem: ProfileProblem | null;
  /** What was left out, and what to look at; nothing that stops the workflow. */
  readonly warnings?: readonly string[];
}

export interface MergeRequest {
  readonly host: Host;
  readonly target: PgoTarget;
  /** Profiles of the training runs, those that exist. */
  readonly raw: readonly string[];
  readonly output: string;
}

/** One way to optimise programs by profile. Everything else of the workflow is the same for all. */
export interface Toolchain {
  readonly language: string;
  /** As the manifest calls its profiles: `cpu-samples`, `instrumented`. */
  readonly profileKind: string;
  /** Ending of the merged profile. */
  readonly ending: string;
  /** Training needs a build of its own. */
  readonly hasTrainingBuild: boolean;
  /** The command that says which compiler this is; its first line is kept in the manifest. */
  readonly versionCommand: readonly string[];
  buildCommand(request: BuildRequest): readonly string[];
  trainingSetup(target: PgoTarget, raw: string): TrainingSetup;
  /** A recording of ours as `merge` reads it. */
  fromRecording(profile: Profile): Profile;
  /** Sums the runs into one profile; a useless one is described and not written. */
  merge(request: MergeRequest): Promise<MergedProfile>;
  /** The command whose output shows that a binary was built with a profile. */
  proofCommand(binary: string): readonly string[];
  /** The line that shows it; undefined = it was built without. */
  findProof(output: string, profile: string): string | undefined;
}
