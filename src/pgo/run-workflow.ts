import { ToolError } from '../base/tool-error.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import { makeOutputFolder } from './kept-files.ts';
import type { PgoTarget } from './pgo-config.ts';
import {
  correctedTogether,
  geometricMean,
  type PgoReport,
  suiteVerdict,
  type TargetReport,
} from './pgo-report.ts';
import { chosenTargets, type PgoRun, workloadsOf } from './pgo-run.ts';
import { prepareData } from './prepare-data.ts';
import { reportMarkdown } from './report-text.ts';
import { platformName } from './run-places.ts';
import { readSourceVersion, toolVersions } from './source-version.ts';
import {
  type DataHashes,
  runTarget,
  type StepChoice,
  shareProfiles,
  type TargetStep,
} from './target-steps.ts';

/** Runs the chosen steps for the chosen targets and writes the report. */
export async function runWorkflow(run: PgoRun, choice: StepChoice): Promise<PgoReport> {
  requireKnown(run);
  // A missing compiler is known before anything is done.
  const compilers = await toolVersions(run);
  await makeOutputFolder(run.places);
  const data = await prepareAll(run, choice);
  const reports = correctedTogether(await runTargets(run, choice, data));
  const ratios = reports.flatMap(({ workloads }) =>
    workloads.filter(({ failure }) => failure === null).map(({ ratio }) => ratio),
  );
  const report: PgoReport = {
    isQuick: run.options.isQuick,
    compiler: [...new Set(compilers)].join('; '),
    ...(await readSourceVersion(run)),
    platform: platformName(),
    date: new Date().toISOString(),
    targets: reports,
    verdict: suiteVerdict(reports.map(({ verdict }) => verdict)),
    meanRatio: geometricMean(ratios),
  };
  // A report without a comparison would take the place of one that has it.
  if (choice.steps.has('compare')) await writeReport(run, report);
  return report;
}

/** All train before any is built, since they may share a profile. */
async function runTargets(
  run: PgoRun,
  choice: StepChoice,
  data: DataHashes,
): Promise<TargetReport[]> {
  const targets = chosenTargets(run.config, run.options.targets);
  const only = (...steps: readonly TargetStep[]): StepChoice => ({
    ...choice,
    steps: new Set(steps.filter((step) => choice.steps.has(step))),
  });
  const trained: TargetReport[] = [];
  for (const target of targets) {
    trained.push(await runTarget(run, target, only('baseline', 'profile', 'merge'), data));
  }
  const isGood = (at: number): boolean => trained[at]?.problem === null;
  if (
    run.config.sharesProfile &&
    (choice.steps.has('profile') || choice.steps.has('merge')) &&
    choice.use === null
  ) {
    await shareProfiles(
      run,
      targets.filter((_, at) => isGood(at)),
    );
  }
  const reports: TargetReport[] = [];
  for (const [at, target] of targets.entries()) {
    const before = trained[at];
    const rest = only('build', 'compare');
    if (before === undefined || !isGood(at))
      reports.push(...(before === undefined ? [] : [before]));
    else reports.push(await runTarget(run, target, rest, data, before));
  }
  return reports;
}

function requireKnown({ config, options }: PgoRun): void {
  const known = config.targets.map(({ name }) => name);
  const unknown = options.targets.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ToolError('usage', `no target is called ${unknown}`, { hint: known.join(', ') });
}

/** Only what the chosen targets use is generated. */
async function prepareAll(run: PgoRun, { steps }: StepChoice): Promise<Record<string, string>> {
  // BOLT trains the optimised program, so that building needs data too.
  const trains = ({ bolt }: PgoTarget): boolean =>
    steps.has('profile') || (steps.has('build') && bolt === true);
  const used = chosenTargets(run.config, run.options.targets).flatMap((target) => [
    ...(trains(target) ? workloadsOf(run.config, target, 'train') : []),
    ...(steps.has('compare') ? workloadsOf(run.config, target, 'held-out') : []),
  ]);
  const text = JSON.stringify(used);
  const hashes: Record<string, string> = {};
  for (const source of run.config.data) {
    const isUsed =
      text.includes(`\${data:${source.name}}`) ||
      used.some(({ follow }) => follow?.data === source.name);
    if (!isUsed) continue;
    await run.tell(`generating data ${source.name}`);
    hashes[source.name] = await prepareData(run, source);
  }
  return hashes;
}

async function writeReport(run: PgoRun, report: PgoReport): Promise<void> {
  const encoder = new TextEncoder();
  const json = `${JSON.stringify(report, null, 2)}\n`;
  await writeOutputFile(run.places.reportJson, [encoder.encode(json)]);
  await writeOutputFile(run.places.reportMarkdown, [encoder.encode(reportMarkdown(report))]);
}
