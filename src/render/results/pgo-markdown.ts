import type { Interval } from '../../analysis/index.ts';
import { formatCount, formatQuantity, formatShare, signed } from '../../base/quantity.ts';
import { markdownCode, markdownText, unbroken } from '../bench/bench-table.ts';
import { timeText } from '../bench/bench-words.ts';
import { asSpeed } from './forest-layout.ts';
import {
  outcomeCounts,
  type PgoPageBuild,
  type PgoPageCoverage,
  type PgoPageFacts,
  type PgoPageRatio,
  type PgoPageReport,
  type PgoPageTarget,
  type PgoPageWorkload,
} from './pgo-page.ts';

/** The report for a pull request: the verdict, every held-out workload, builds and profiles, what went wrong. */
export function pgoMarkdown(report: PgoPageReport): string {
  return `${[...lines(report)].join('\n')}\n`;
}

function* lines(report: PgoPageReport): Generator<string> {
  yield '## Profile-guided optimisation';
  yield '';
  yield verdictLine(report);
  yield '';
  yield* workloadTable(report);
  yield* buildTable(report);
  yield* profileList(report);
  for (const { target, problem, warnings = [] } of report.targets) {
    if (problem !== null) {
      yield '> [!WARNING]';
      yield `> ${markdownCode(target)} ${problem.isFailure ? 'failed' : 'has no profile'}: ${markdownText(problem.cause)}  `;
      yield `> Try: ${markdownText(problem.fix)}`;
      yield '';
    }
    for (const warning of warnings) {
      yield '> [!NOTE]';
      yield `> ${markdownCode(target)}: ${markdownText(warning)}`;
      yield '';
    }
  }
  const commit = report.commit === '' ? 'no commit' : report.commit.slice(0, 12);
  const facts = [
    report.compiler,
    report.platform,
    `${commit}${report.dirty ? ' with changes' : ''}`,
    report.date,
  ];
  yield `<sub>${facts.map(markdownText).join(' · ')}</sub>`;
}

function verdictLine({ verdict, meanRatio, targets, isQuick }: PgoPageReport): string {
  const all = targets.flatMap(({ workloads }) => workloads);
  if (verdict === null || meanRatio === null) return '**No verdict:** nothing was compared.';
  const counts = outcomeCounts(all);
  const quick = isQuick ? ' A quick run: little data and few runs.' : '';
  const workloads = all.length === 1 ? 'workload' : 'workloads';
  return `**Verdict: ${verdict}**, ${factor(1 / meanRatio)} × the speed on average (${counts.join(', ')} of ${all.length} held-out ${workloads}).${quick}`;
}

function* workloadTable({ targets }: PgoPageReport): Generator<string> {
  const all = targets.flatMap(({ workloads }) => workloads);
  if (all.length === 0) return;
  const hasControl = all.some(({ control }) => control != null);
  const head = ['Target', 'Held-out workload', 'Verdict', 'Speed', '95 %', 'Time'];
  const flags = ['Without the profile', 'The profile over that'];
  const more = [...(hasControl ? flags : []), 'Baseline against itself', 'Runs'];
  yield row([...head, ...more]);
  yield row([':---', ':---', ':---', '---:', ':---:', ':---:', ...more.map(() => ':---:')]);
  for (const { target, workloads } of targets) {
    for (const each of workloads) yield workloadRow(target, each, hasControl);
  }
  yield '';
  yield* tableNotes(targets);
}

/** What the words of the table leave open: how near is the same, and BOLT's share. */
function* tableNotes(targets: PgoPageReport['targets']): Generator<string> {
  const notes: string[] = [];
  const all = targets.flatMap(({ target, workloads }) =>
    workloads.map((result) => ({ target, result })),
  );
  const same = all.find(({ result }) => result.verdict === 'no difference')?.result.margin;
  if (same != null) {
    notes.push(`- *No difference* means within ${Number((same * 100).toFixed(2))} %.`);
  }
  for (const { target, result } of all) {
    if (result.bolt == null) continue;
    const { ratio, interval } = asSpeed({ ...result, ...result.bolt });
    const names = `${markdownCode(target)}, ${markdownCode(result.workload)}`;
    const speed = `${result.bolt.verdict}, ${unbroken(`${factor(ratio)} ×`)} (${range(interval)})`;
    notes.push(`- BOLT over the compiler's program on ${names}: ${speed}.`);
  }
  if (notes.length > 0) yield* [...notes, ''];
}

function workloadRow(target: string, result: PgoPageWorkload, hasControl: boolean): string {
  const { workload, verdict, failure, runs, noiseFloor, control, metric } = result;
  const names = [markdownCode(target), markdownCode(workload)];
  if (failure !== null) {
    const rest = Array<string>(hasControl ? 6 : 4).fill('');
    return row([...names, 'not compared', markdownText(failure), ...rest]);
  }
  const { ratio, interval } = asSpeed(result);
  const isClaim = verdict === 'faster' || verdict === 'slower';
  const times = `${timeText(result.baselineNs)} → ${timeText(result.optimisedNs)} ${metric}`;
  return row([
    ...names,
    isClaim ? `**${verdict}**` : verdict,
    unbroken(`${factor(ratio)} ×`),
    range(interval),
    unbroken(times),
    ...(hasControl ? [speedOf(control), speedOf(control?.profile)] : []),
    noiseFloor === null ? '' : range(asSpeed({ ...result, interval: noiseFloor }).interval),
    String(runs),
  ]);
}

function speedOf(given: PgoPageRatio | null | undefined): string {
  if (given == null) return '';
  const { ratio, interval } = asSpeed({ ...given, noiseFloor: null });
  return `${given.verdict} ${unbroken(`${factor(ratio)} ×`)} (${range(interval)})`;
}

function* buildTable({ targets }: PgoPageReport): Generator<string> {
  const built = targets.filter(({ optimised, profile }) => optimised !== null || profile !== null);
  if (built.length === 0) return;
  const hasControl = built.some(({ control }) => control != null);
  const control = hasControl ? ['Without the profile'] : [];
  const head = ['Target', 'Size', 'Time to build', ...control];
  yield row([...head, 'Profile', 'Functions', 'Usable', 'Hottest']);
  yield row([':---', ...head.slice(1).map(() => '---:'), '---:', '---:', '---:', ':---']);
  for (const target of built) yield buildRow(target, hasControl);
  yield '';
}

function buildRow(of: PgoPageTarget, hasControl: boolean): string {
  const { target, baseline, control = null, optimised, profile } = of;
  const facts = profile?.facts;
  const [hot] = facts?.hottest ?? [];
  return row([
    markdownCode(target),
    optimised === null ? '' : unbroken(sizeText(baseline, optimised)),
    optimised === null ? '' : unbroken(timeText(optimised.buildMs * 1e6)),
    ...(hasControl ? [control === null ? '' : controlBuildText(baseline, control)] : []),
    facts === undefined ? '' : unbroken(`${formatCount(facts.samples)} ${facts.unit ?? 'samples'}`),
    facts === undefined ? '' : unbroken(functionsText(facts)),
    facts === undefined ? '' : unbroken(formatShare(facts.usableShare)),
    hot === undefined ? '' : `${markdownCode(hot.name)} ${unbroken(formatShare(hot.share))}`,
  ]);
}

function controlBuildText(baseline: PgoPageBuild | null, control: PgoPageBuild): string {
  return `${unbroken(sizeText(baseline, control))} in ${unbroken(timeText(control.buildMs * 1e6))}`;
}

/** What speaks for and against each profile besides its size; nothing is said of one that nobody asked about. */
function* profileList({ targets }: PgoPageReport): Generator<string> {
  const items = targets.flatMap((each) =>
    [...profileFacts(each)].map((fact) => `- ${markdownCode(each.target)}: ${fact}`),
  );
  if (items.length === 0) return;
  yield* items;
  yield '';
}

function* profileFacts({ coverage, overlap = [], staleness }: PgoPageTarget): Generator<string> {
  for (const { workload, runs, least, mean } of overlap) {
    const lowest = runs > 2 ? `, at least ${share(least)}` : '';
    yield `${runs} training runs of ${markdownCode(workload)} share ${share(mean)}${lowest}`;
  }
  if (staleness != null) {
    yield `today's sources have lost ${share(staleness.lost)} of the profile's weight`;
  }
  const used = coverage == null ? '' : coverageText(coverage);
  if (used !== '') yield used;
}

function coverageText({ usedShare, missing, mismatched }: PgoPageCoverage): string {
  return [
    ...(usedShare === null ? [] : [`${share(usedShare)} of the profile's weight used`]),
    ...(missing === 0 ? [] : [functionsOf(missing, 'without a profile')]),
    ...(mismatched === 0
      ? []
      : [`**${functionsOf(mismatched, 'changed since the profile was made')}**`]),
  ].join(', ');
}

function functionsOf(count: number, what: string): string {
  return `${formatCount(count)} ${count === 1 ? 'function' : 'functions'} ${what}`;
}

function share(given: number): string {
  return unbroken(formatShare(given));
}

function functionsText({ functions, instrumented }: PgoPageFacts): string {
  const all = instrumented == null ? '' : ` of ${formatCount(instrumented)}`;
  return `${formatCount(functions)}${all}`;
}

function sizeText(baseline: PgoPageBuild | null, optimised: PgoPageBuild): string {
  const size = formatQuantity(optimised.sizeBytes, 'bytes');
  if (baseline === null || baseline.sizeBytes === 0) return size;
  const change = optimised.sizeBytes / baseline.sizeBytes - 1;
  return `${size} (${signed(`${(Math.abs(change) * 100).toFixed(1)} %`, change)})`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function range({ low, high }: Interval): string {
  return `${factor(low)}–${factor(high)}`;
}

function factor(value: number): string {
  return value.toFixed(3);
}
