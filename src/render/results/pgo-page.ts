import type { Interval, Verdict } from '../../analysis/index.ts';

/*
 * The report of `plateau pgo` as the page reads it: the part of `PgoReport` (src/pgo/pgo-report.ts) that is
 * drawn. Fields that came later are optional, since reports are kept.
 */

export type SuiteWord = Verdict | 'mixed';

export interface PgoPageBuild {
  readonly sizeBytes: number;
  readonly buildMs: number;
}

export interface PgoPageRatio {
  readonly ratio: number;
  readonly interval: Interval;
  readonly verdict: Verdict;
}

/** The optimised build's flags without the profile, against the baseline. */
export interface PgoPageControl extends PgoPageRatio {
  /** What is left for the profile: optimised against control. */
  readonly profile?: PgoPageRatio | null;
}

/** How much of the profile the compiler used. */
export interface PgoPageCoverage {
  readonly usedShare: number | null;
  readonly missing: number;
  readonly mismatched: number;
}

export interface PgoPageWorkload {
  readonly workload: string;
  readonly verdict: Verdict;
  readonly ratio: number;
  readonly interval: Interval;
  readonly noiseFloor: Interval | null;
  readonly pValue: number;
  readonly runs: number;
  readonly moreRuns: number | null;
  readonly metric: 'cpu' | 'wall';
  readonly baselineNs: number;
  readonly optimisedNs: number;
  readonly failure: string | null;
  readonly control?: PgoPageControl | null;
  /** What BOLT gains over the compiler's optimised program. */
  readonly bolt?: PgoPageRatio | null;
  /** Ratios within 1 ± margin are no difference. */
  readonly margin?: number | null;
}

export interface PgoPageFacts {
  readonly samples: number;
  readonly functions: number;
  readonly usableShare: number;
  readonly hottest: readonly { readonly name: string; readonly share: number }[];
  /** What is counted where that is not samples. */
  readonly unit?: string | null;
  /** Functions that have counters, run or not. */
  readonly instrumented?: number | null;
}

export interface PgoPageOverlap {
  readonly workload: string;
  readonly runs: number;
  readonly least: number;
  readonly mean: number;
}

export interface PgoPageTarget {
  readonly target: string;
  readonly language: string;
  readonly baseline: PgoPageBuild | null;
  readonly optimised: PgoPageBuild | null;
  readonly control?: PgoPageBuild | null;
  readonly profile: { readonly facts: PgoPageFacts } | null;
  readonly proof: string | null;
  readonly coverage?: PgoPageCoverage | null;
  readonly workloads: readonly PgoPageWorkload[];
  readonly verdict: SuiteWord | null;
  readonly problem: {
    readonly cause: string;
    readonly fix: string;
    readonly isFailure: boolean;
  } | null;
  /** Between the training runs of a workload: how alike their profiles are, 0…1. */
  readonly overlap?: readonly PgoPageOverlap[];
  /** What the sources of today have lost of the profile, as a share of its weight. */
  readonly staleness?: { readonly lost: number } | null;
  /** What a reader should know besides. */
  readonly warnings?: readonly string[];
}

export interface PgoPageReport {
  readonly isQuick: boolean;
  readonly compiler: string;
  readonly commit: string;
  readonly dirty: boolean;
  readonly platform: string;
  readonly date: string;
  readonly targets: readonly PgoPageTarget[];
  readonly verdict: SuiteWord | null;
  readonly meanRatio: number | null;
}

export interface PgoPage {
  readonly kind: 'pgo';
  readonly source: string;
  readonly report: PgoPageReport;
}

/** How many workloads came out how: `2 faster`, `1 not compared`. */
export function outcomeCounts(
  workloads: readonly Pick<PgoPageWorkload, 'verdict' | 'failure'>[],
): string[] {
  const compared = workloads.filter(({ failure }) => failure === null);
  const words: readonly Verdict[] = ['faster', 'slower', 'no difference', 'inconclusive'];
  const counts = words
    .map((word) => ({ word, count: compared.filter(({ verdict }) => verdict === word).length }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}`);
  const broken = workloads.length - compared.length;
  return broken > 0 ? [...counts, `${broken} not compared`] : counts;
}
