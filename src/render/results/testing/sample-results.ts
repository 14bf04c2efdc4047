import type { BenchMeasured } from '../../../analysis/index.ts';
import { seededRandom } from '../../../base/random.ts';
import type { TimedRun } from '../../../base/timed-run.ts';
import type { PgoPageReport, PgoPageWorkload } from '../pgo-page.ts';

const random = seededRandom(7);

/** A run that takes about so long; the spread is that of a quiet machine. */
export function timedRun(wallMs: number, more: Partial<TimedRun> = {}): TimedRun {
  const wallNs = wallMs * 1e6 * (1 + 0.04 * (random() - 0.5));
  return {
    wallNs,
    userNs: wallNs * 0.8,
    systemNs: wallNs * 0.1,
    maxRssBytes: 3 << 20,
    minorFaults: 120 + Math.floor(random() * 4),
    majorFaults: 0,
    voluntarySwitches: 1,
    involuntarySwitches: 2,
    status: 0,
    ...more,
  };
}

const runs = (count: number, wallMs: number): TimedRun[] =>
  Array.from({ length: count }, () => timedRun(wallMs));

/** Three commands: the first, one that is faster, one that is slower, and the first once more. */
export function sampleBench(names: readonly string[] = ['old', 'new', 'third']): BenchMeasured {
  const [first = 'old', second = 'new', third = 'third'] = names;
  return {
    series: [
      { name: first, parameters: {}, runs: [timedRun(30), ...runs(15, 20)] },
      { name: second, parameters: {}, runs: runs(16, 14) },
      { name: third, parameters: {}, runs: runs(16, 26) },
    ],
    again: { name: first, parameters: {}, runs: runs(16, 20) },
    metric: 'wall',
    margin: 0.01,
    seed: 1,
    machine: {
      processor: 'Some Processor 9000 @ 2.10GHz',
      processors: 8,
      kernel: 'Linux 6.1',
      version: '0.1.0',
    },
  };
}

/** A command for each value of n, of two programs. */
export function sampleParameters(): BenchMeasured {
  const series = ['gzip', 'zstd'].flatMap((program, at) =>
    [1, 2, 10].map((n) => ({
      name: `${program} -${n} data`,
      parameters: { n: String(n) },
      runs: runs(8, (10 + 4 * n) / (at + 1)),
    })),
  );
  return { series, again: null, metric: 'wall', margin: 0.01, seed: 1 };
}

function workload(name: string, more: Partial<PgoPageWorkload> = {}): PgoPageWorkload {
  return {
    workload: name,
    verdict: 'faster',
    ratio: 0.8,
    interval: { low: 0.78, high: 0.83 },
    noiseFloor: { low: 0.99, high: 1.012 },
    pValue: 0.0004,
    runs: 12,
    moreRuns: null,
    metric: 'cpu',
    baselineNs: 412e6,
    optimisedNs: 330e6,
    failure: null,
    control: null,
    bolt: null,
    margin: 0.05,
    ...more,
  };
}

/** Two targets that were built and compared, one whose profile was of no use. */
export function sampleReport(
  names: readonly [string, string, string] = ['grep', 'serve', 'tail'],
): PgoPageReport {
  const [first, second, third] = names;
  const hottest = [
    { name: 'regexp.(*Regexp).tryBacktrack', share: 0.41 },
    { name: `main.${first}`, share: 0.12 },
  ];
  const target = {
    language: 'go',
    baseline: { sizeBytes: 2_400_000, buildMs: 812 },
    optimised: { sizeBytes: 2_551_000, buildMs: 22_512 },
    control: null,
    coverage: null,
    profile: { facts: { samples: 1853, functions: 212, usableShare: 0.93, hottest } },
    problem: null,
    warnings: [],
  };
  const control = {
    ratio: 0.97,
    interval: { low: 0.95, high: 1 },
    verdict: 'inconclusive',
    profile: { ratio: 0.82, interval: { low: 0.8, high: 0.85 }, verdict: 'faster' },
  } as const;
  return {
    isQuick: true,
    compiler: 'go version go1.26.0 linux/amd64',
    commit: '3f9ac1d2e8b74c6f0a1b',
    dirty: true,
    platform: 'linux-x64',
    date: '2026-11-15T18:00:00.000Z',
    targets: [
      {
        ...target,
        target: first,
        control: { sizeBytes: 2_412_000, buildMs: 901 },
        overlap: [{ workload: 'words', runs: 3, least: 0.91, mean: 0.94 }],
        warnings: ['1 of 3 raw profiles was left out: cut off'],
        proof: 'build\t-pgo=/home/somebody/profiles/grep.pprof',
        workloads: [workload('rare word', { control })],
        verdict: 'faster',
      },
      {
        ...target,
        target: second,
        profile: null,
        proof: null,
        staleness: { lost: 0.18 },
        coverage: { usedShare: 0.95, missing: 12, mismatched: 3 },
        workloads: [
          workload('uploads', {
            verdict: 'slower',
            ratio: 1.06,
            interval: { low: 1.03, high: 1.09 },
          }),
          workload('broken', {
            verdict: 'inconclusive',
            ratio: 1,
            interval: { low: 0, high: Number.MAX_VALUE },
            noiseFloor: null,
            failure: 'the two builds answer differently',
          }),
        ],
        verdict: 'slower',
      },
      {
        ...target,
        target: third,
        optimised: null,
        profile: null,
        proof: null,
        workloads: [],
        verdict: null,
        problem: { cause: 'only 4 samples', fix: 'train on more data', isFailure: false },
      },
    ],
    verdict: 'mixed',
    meanRatio: 0.92,
  };
}
