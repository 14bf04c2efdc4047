import { holm, type TimingComparison, type Verdict } from '../analysis/index.ts';
import type { Staleness } from '../training/index.ts';
import type { RunOverlap } from './profile-overlap.ts';
import type { ProfileCoverage, ProfileFacts, ProfileProblem } from './toolchain.ts';

/** Also for several workloads together: some faster while others are slower. */
export type SuiteVerdict = Verdict | 'mixed';

export interface BuildFacts {
  readonly binary: string;
  readonly command: readonly string[];
  readonly sizeBytes: number;
  readonly buildMs: number;
}

/** The program after BOLT: `command` is that of llvm-bolt. */
export interface BoltFacts extends BuildFacts {
  /** Those that training counted, all there are, and those whose blocks were put in another order. */
  readonly functions: { readonly counted: number; readonly all: number; readonly changed: number };
}

/** One held-out workload, optimised against baseline. */
export interface WorkloadResult {
  readonly workload: string;
  readonly verdict: Verdict;
  /** time(optimised) ÷ time(baseline): below 1 is faster. */
  readonly ratio: number;
  readonly interval: TimingComparison['interval'];
  /** The baseline against itself, in the same rounds. */
  readonly noiseFloor: TimingComparison['interval'] | null;
  readonly pValue: number;
  readonly runs: number;
  readonly moreRuns: number | null;
  readonly metric: 'cpu' | 'wall';
  readonly baselineNs: number;
  readonly optimisedNs: number;
  /** The optimised build's flags without the profile; null = they do nothing without it. */
  readonly control: ControlResult | null;
  /** What BOLT gains over the compiler's optimised program; absent = it was not used. */
  readonly bolt?: TimedRatio | null;
  /** Speed-ups within 1 ± margin are no difference; absent in older reports. */
  readonly margin?: number;
  /** Why there is no verdict: outputs differ, a run failed. */
  readonly failure: string | null;
}

export interface TimedRatio {
  readonly ratio: number;
  readonly interval: TimingComparison['interval'];
  readonly verdict: Verdict;
}

/** What flags gain without a profile: control against baseline. */
export interface ControlResult extends TimedRatio {
  /** What is left for the profile: optimised against control. */
  readonly profile: TimedRatio;
}

export interface TargetProblem extends ProfileProblem {
  /** A build or a run failed; otherwise a profile was of no use, which only strict runs fail for. */
  readonly isFailure: boolean;
}

export interface TargetReport {
  readonly target: string;
  readonly language: string;
  readonly baseline: BuildFacts | null;
  readonly control: BuildFacts | null;
  readonly optimised: BuildFacts | null;
  /** Absent = not asked for, or not possible: a warning says why. */
  readonly bolt?: BoltFacts | null;
  readonly profile: { readonly file: string; readonly facts: ProfileFacts } | null;
  /** The compiler's own word that it used the profile. */
  readonly proof: string | null;
  /** How much of the profile was of use; null = the compiler does not say. */
  readonly coverage: ProfileCoverage | null;
  readonly workloads: readonly WorkloadResult[];
  /** What is doubtful about the profile: another machine, another compiler, older sources. */
  readonly warnings: readonly string[];
  /** Between the training runs of each workload, where there are several. */
  readonly overlap: readonly RunOverlap[];
  /** What the sources of today have lost of a profile that was not made in this run. */
  readonly staleness: Staleness | null;
  /** Over its workloads; null = nothing was compared. */
  readonly verdict: SuiteVerdict | null;
  /** What went wrong with this target; the others went on. */
  readonly problem: TargetProblem | null;
}

export interface PgoReport {
  readonly isQuick: boolean;
  readonly compiler: string;
  readonly commit: string;
  readonly dirty: boolean;
  readonly platform: string;
  readonly date: string;
  readonly targets: readonly TargetReport[];
  readonly verdict: SuiteVerdict | null;
  /** Geometric mean of the ratios of all workloads; null = none. */
  readonly meanRatio: number | null;
}

/**
 * Never better than its parts: faster and slower together are mixed, and without a difference anywhere
 * only what was decided everywhere is no difference.
 */
export function suiteVerdict(verdicts: readonly (SuiteVerdict | null)[]): SuiteVerdict | null {
  const known = verdicts.filter((verdict) => verdict !== null);
  if (known.length === 0) return null;
  const has = (verdict: SuiteVerdict): boolean => known.includes(verdict);
  if (has('mixed') || (has('faster') && has('slower'))) return 'mixed';
  if (has('slower')) return 'slower';
  if (has('faster')) return 'faster';
  return has('inconclusive') ? 'inconclusive' : 'no difference';
}

/**
 * Many workloads are many chances of a false alarm: p-values are corrected together (Holm), and a
 * difference that does not survive it is none that we claim.
 */
export function correctedTogether(reports: readonly TargetReport[]): TargetReport[] {
  const results = reports.flatMap(({ workloads }) => workloads);
  const pValues = holm(results.map(({ pValue }) => pValue));
  const corrected = new Map(results.map((result, at) => [result, pValues[at] ?? 1]));
  return reports.map((report) => {
    const workloads = report.workloads.map((result) => {
      const pValue = corrected.get(result) ?? 1;
      const isClaim = result.verdict === 'faster' || result.verdict === 'slower';
      const verdict = isClaim && pValue >= significance ? 'inconclusive' : result.verdict;
      return { ...result, pValue, verdict };
    });
    return { ...report, workloads, verdict: suiteVerdict(workloads.map((each) => each.verdict)) };
  });
}

const significance = 0.05;

export function geometricMean(ratios: readonly number[]): number | null {
  if (ratios.length === 0) return null;
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}
