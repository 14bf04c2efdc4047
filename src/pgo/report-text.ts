import { counted, formatQuantity, formatShare } from '../base/quantity.ts';
import { safeLine } from '../base/terminal-text.ts';
import { timeText } from '../render/bench/bench-words.ts';
import { pgoMarkdown } from '../render/results/pgo-markdown.ts';
import type {
  BoltFacts,
  BuildFacts,
  ControlResult,
  PgoReport,
  TargetReport,
  TimedRatio,
  WorkloadResult,
} from './pgo-report.ts';
import type { ProfileCoverage, ProfileFacts } from './toolchain.ts';

/** How a word of the report is set; the plain style leaves it as it is. */
export interface ReportStyle {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

const same = (text: string): string => text;
export const plainReportStyle: ReportStyle = { bold: same, dim: same, good: same, bad: same };

/** The report on a terminal: every cell is shown, never only the best. */
export function* reportText(report: PgoReport, style: ReportStyle): Generator<string> {
  for (const target of report.targets) yield* targetText(target, style);
  yield '';
  yield style.bold(verdictLine(report));
  if (report.isQuick && report.verdict !== null)
    yield style.dim('a quick run: little data and few runs; without --quick it is surer');
}

function* targetText(target: TargetReport, style: ReportStyle): Generator<string> {
  const { profile, baseline, control, optimised, problem, proof, coverage } = target;
  yield style.bold(target.target);
  if (profile !== null) {
    yield `  profile    ${factsText(profile.facts)}`;
    const [first] = profile.facts.hottest;
    if (first !== undefined)
      yield style.dim(`             hottest ${safeLine(first.name)} ${formatShare(first.share)}`);
  }
  for (const { workload, runs, least, mean } of target.overlap) {
    const lowest = runs > 2 ? `, at least ${formatShare(least)}` : '';
    yield style.dim(
      `             ${runs} runs of ${safeLine(workload)} share ${formatShare(mean)}${lowest}`,
    );
  }
  for (const warning of target.warnings) yield `  ${style.bad('doubtful')}: ${safeLine(warning)}`;
  if (target.staleness !== null) {
    yield `  stale      ${formatShare(target.staleness.lost)} of the profile's weight is lost`;
  }
  if (optimised !== null) {
    yield `  build      ${buildText(baseline, optimised)}`;
    yield style.dim(`             ${safeLine(optimised.binary)}`);
  }
  if (control !== null) yield style.dim(`  flags only ${sizeText(baseline, control)}`);
  if (proof !== null) yield style.dim(`  used       ${safeLine(proof)}`);
  if (coverage !== null) yield* coverageText(coverage, style);
  if (target.bolt != null) yield style.dim(`  bolt       ${boltText(target.bolt)}`);
  for (const result of target.workloads) {
    yield `  ${workloadText(result, style)}`;
    if (result.control !== null) yield style.dim(`  ${controlText(result.control)}`);
    if (result.bolt != null)
      yield style.dim(`  ${''.padEnd(20)} BOLT over the compiler ${ratioText(result.bolt)}`);
  }
  if (problem === null) return;
  const word = problem.isFailure ? style.bad('failed') : style.bad('no profile');
  const [cause = '', ...more] = problem.cause.split('\n');
  yield `  ${word}: ${safeLine(cause)}`;
  for (const line of more) yield `    ${safeLine(line)}`;
  yield `    try: ${safeLine(problem.fix)}`;
}

function* coverageText(coverage: ProfileCoverage, style: ReportStyle): Generator<string> {
  const { usedShare, missing, mismatched } = coverage;
  const used = usedShare === null ? '' : `${formatShare(usedShare)} of the profile's weight used, `;
  yield style.dim(`  coverage   ${used}${counted(missing, 'function')} without a profile`);
  if (mismatched === 0) return;
  const have = mismatched === 1 ? 'has' : 'have';
  yield style.bad(
    `  lost       ${counted(mismatched, 'function')} ${have} changed since the profile was made`,
  );
}

/** What the flags gain by themselves must not be counted for the profile. */
function controlText({ profile, ...flags }: ControlResult): string {
  return `${''.padEnd(20)} its flags alone ${ratioText(flags)}; the profile over them ${ratioText(profile)}`;
}

function boltText({ functions, sizeBytes, buildMs }: BoltFacts): string {
  const { all, changed } = functions;
  return `${functions.counted} of ${counted(all, 'function')} counted, the order of blocks changed in ${changed}; ${formatQuantity(sizeBytes, 'bytes')} in ${timeText(buildMs * 1e6)}`;
}

function ratioText({ ratio, interval, verdict }: TimedRatio): string {
  return `${verdict} ${factor(1 / ratio)}× [${factor(1 / interval.high)}, ${factor(1 / interval.low)}]`;
}

/** Counters know no callers, but also the functions that never ran. */
function factsText({
  samples,
  unit = 'samples',
  functions,
  usableShare,
  instrumented,
}: ProfileFacts): string {
  if (instrumented === undefined)
    return `${samples} ${unit}, ${counted(functions, 'function')}, ${formatShare(usableShare)} with callers`;
  return `${samples} ${unit}, ${functions} of ${counted(instrumented, 'function')} ran`;
}

function buildText(baseline: BuildFacts | null, optimised: BuildFacts): string {
  const text = sizeText(baseline, optimised);
  return baseline === null ? text : `${text} (baseline ${sizeText(null, baseline)})`;
}

function sizeText(baseline: BuildFacts | null, { sizeBytes, buildMs }: BuildFacts): string {
  const size = `${formatQuantity(sizeBytes, 'bytes')} in ${timeText(buildMs * 1e6)}`;
  if (baseline === null) return size;
  return `${size}, ${signedPercent(sizeBytes / baseline.sizeBytes - 1)} in size`;
}

function workloadText(result: WorkloadResult, style: ReportStyle): string {
  const { verdict, workload, failure } = result;
  if (failure !== null) return `${workload}: ${style.bad('not compared')}: ${safeLine(failure)}`;
  const paint = verdict === 'faster' ? style.good : verdict === 'slower' ? style.bad : same;
  return `${workload.padEnd(20)} ${paint(verdict)}${marginText(result)} ${speedText(result)}`;
}

/** How near is the same: it depends on plateau.toml, so that the words alone do not say it. */
function marginText({ verdict, margin }: WorkloadResult): string {
  if (verdict !== 'no difference' || margin === undefined) return '';
  return ` (within ${Number((margin * 100).toFixed(2))} %)`;
}

/** Speed as a factor: above 1 is faster. The interval turns round with it. */
function speedText({
  ratio,
  interval,
  noiseFloor,
  metric,
  runs,
  moreRuns,
  ...times
}: WorkloadResult): string {
  const noise =
    noiseFloor === null
      ? ''
      : `; itself ${factor(1 / noiseFloor.high)} to ${factor(1 / noiseFloor.low)}`;
  const more = moreRuns === null ? '' : `; about ${moreRuns} more runs would decide`;
  return (
    `${factor(1 / ratio)}× [${factor(1 / interval.high)}, ${factor(1 / interval.low)}], ` +
    `${timeText(times.baselineNs)} → ${timeText(times.optimisedNs)} ${metric}, ${runs} runs${noise}${more}`
  );
}

export function verdictLine({ verdict, meanRatio, targets }: PgoReport): string {
  const all = targets.flatMap(({ workloads }) => workloads);
  if (verdict === null || meanRatio === null) return 'verdict: none, nothing was compared';
  const counts = ['faster', 'slower', 'no difference', 'inconclusive']
    .map((word) => ({ word, count: all.filter((each) => each.verdict === word).length }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}`);
  const workloads = all.length === 1 ? 'workload' : 'workloads';
  return `verdict: ${verdict} (${counts.join(', ')} of ${all.length} held-out ${workloads}; mean ${factor(1 / meanRatio)}×)${leftOutText(targets)}`;
}

/** A verdict over some targets must not read as one over all. */
function leftOutText(targets: PgoReport['targets']): string {
  const names = targets.filter(({ workloads }) => workloads.length === 0);
  return names.length === 0 ? '' : `; not compared: ${names.map((each) => each.target).join(', ')}`;
}

/** For a pull request. */
export function reportMarkdown(report: PgoReport): string {
  return pgoMarkdown(report);
}

function factor(value: number): string {
  return value.toFixed(3);
}

function signedPercent(share: number): string {
  return `${share < 0 ? '−' : '+'}${(Math.abs(share) * 100).toFixed(1)} %`;
}
