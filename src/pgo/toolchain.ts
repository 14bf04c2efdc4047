import type { ChildEnd } from '../platform/child-group.ts';
import type { Host } from '../platform/host.ts';
import type { Profile } from '../profile/index.ts';
import type { PgoTarget } from './pgo-config.ts';

/**
 * Which of the builds of a target. Toolchains without a build for training train on the baseline itself;
 * control is the optimised build with everything but the profile.
 */
export type BuildStage = 'baseline' | 'training' | 'control' | 'optimised';

export interface BuildRequest {
  readonly target: PgoTarget;
  readonly stage: BuildStage;
  /** Where the program goes. */
  readonly binary: string;
  /** The merged profile, for the stage optimised. */
  readonly profile: string;
  /** Folder of this stage for what a build leaves beside the program; it may not exist yet. */
  readonly folder: string;
  /** Where the command runs: the folder of plateau.toml. */
  readonly cwd: string;
  readonly host: Pick<Host, 'env'>;
}

/** What a build command has printed. */
export interface BuildOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** How a training run is made to leave a profile at `raw`. */
export interface TrainingSetup {
  /** Put before the workload's own arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Who writes the profile: the program, its pprof endpoint, or our recorder. */
  readonly capture: 'program' | 'http' | 'recorder';
  /** How our recorder goes about it; absent = frame pointers, 499 Hz, kept as pprof. */
  readonly recording?: RecordingWish;
}

export interface RecordingWish {
  readonly callGraph: 'fp' | 'dwarf';
  readonly frequencyHz: number;
  readonly to: 'pprof' | 'plateau';
}

/** Why a profile is of no use, and what to do. */
export interface ProfileProblem {
  readonly cause: string;
  readonly fix: string;
}

/** What is in a profile, in the terms of the optimiser that will read it. */
export interface ProfileFacts {
  /** Samples, or how often functions were entered and blocks ran: see `unit`. */
  readonly samples: number;
  /** Absent = samples. */
  readonly unit?: 'samples' | 'counts';
  readonly functions: number;
  /** Share of the weight that the compiler can use, 0…1. */
  readonly usableShare: number;
  /** The heaviest functions with their share, the heaviest first. */
  readonly hottest: readonly { readonly name: string; readonly share: number }[];
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
  /** The program that was trained; '' when profiles of several are summed. */
  readonly trained: string;
  /** Runs a tool of the compiler. */
  readonly execute: (argv: readonly string[]) => Promise<ChildEnd>;
}

/** What there is to tell whether the optimised build took its profile. */
export interface ProofEvidence {
  readonly host: Host;
  readonly target: PgoTarget;
  readonly profile: string;
  readonly optimised: string;
  /** The control build, or the baseline where they are the same: it differs by nothing but the profile. */
  readonly plain: string;
  /** What the proof command printed. */
  readonly output: string;
  /** What the compiler said while it built. */
  readonly warnings: string;
  /** The folder of the optimised build. */
  readonly folder: string;
}

/** How much of the profile the compiler could use. */
export interface ProfileCoverage {
  /** Of the weight of the profile, 0…1; null = the compiler does not say. */
  readonly usedShare: number | null;
  /** Functions of the program that the profile knows nothing of. */
  readonly missing: number;
  /** Functions that have changed since: what the profile says of them is lost. */
  readonly mismatched: number;
}

export interface Proof {
  /** One line that shows it. */
  readonly line: string;
  readonly coverage: ProfileCoverage | null;
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
  /** The optimised build has flags that do something without a profile too. */
  hasControlBuild(target: PgoTarget): boolean;
  /** The control build has the flags of the training build. */
  readonly controlIsTrained?: boolean;
  /** The command that says which compiler this is; its first line is kept in the manifest. */
  versionCommand(target: PgoTarget): readonly string[];
  /** What a build needs beside its command. */
  prepareBuild?(request: BuildRequest): Promise<void>;
  buildCommand(request: BuildRequest): readonly string[];
  /** After a build that went well: puts the program at `binary` where the command does not. */
  finishBuild?(request: BuildRequest, output: BuildOutput): Promise<void>;
  trainingSetup(target: PgoTarget, raw: string): TrainingSetup;
  /** The files a training run has left at `raw`, which may be a folder; absent = `raw` itself. */
  rawFiles?(raw: string): readonly string[];
  /** A recording of ours as `merge` reads it. */
  fromRecording(profile: Profile): Profile;
  /** Sums the runs into one profile; a useless one is described and not written. */
  merge(request: MergeRequest): Promise<MergedProfile>;
  /** Its proof compares the code with that of the baseline or of the control build. */
  readonly comparesCode?: boolean;
  /** The command whose output shows that a binary was built with a profile; null = none is needed. */
  proofCommand(binary: string): readonly string[] | null;
  /** What shows it; undefined = it was built without. */
  findProof(evidence: ProofEvidence): Promise<Proof | undefined>;
}
