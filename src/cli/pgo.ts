import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { shellLine, shellWord } from '../base/shell-word.ts';
import { ToolError } from '../base/tool-error.ts';
import {
  chooseCompilers,
  type PgoConfig,
  type PgoOptions,
  type PgoReport,
  type PgoRun,
  ProfileStore,
  parsePgoConfig,
  plannedCommands,
  RunState,
  readSourceVersion,
  reportText,
  runPlaces,
  runWorkflow,
  type StepChoice,
  type TargetStep,
} from '../pgo/index.ts';
import { ChildGroup } from '../platform/child-group.ts';
import { fileError } from '../platform/file-errors.ts';
import type { Host } from '../platform/host.ts';
import { pgoPage } from '../render/results/results-page.ts';
import { colorsOf } from './colors.ts';
import { ExitStatus } from './exit-status.ts';
import { writeNote } from './note.ts';
import { addPgoFlags, type PgoFlags } from './pgo-flags.ts';
import { convertPgoProfile, overlapProfiles, showProfile } from './pgo-profiles.ts';
import { staleAgainst, staleTargets } from './pgo-stale.ts';
import {
  cleanPgo,
  describePgo,
  initPgo,
  installPgo,
  readReport,
  showProfiles,
} from './pgo-steps.ts';
import { runStore } from './pgo-store.ts';
import { otherWords, stepAliases } from './pgo-words-table.ts';
import { programName } from './program-name.ts';
import { writeLines } from './report-output.ts';
import { writeResultsPage } from './results-page.ts';

/** Steps by name: what each runs of the workflow. */
const stepTable: Readonly<Record<string, readonly TargetStep[]>> = {
  baseline: ['baseline'],
  profile: ['baseline', 'profile'],
  merge: ['merge'],
  build: ['build'],
  compare: ['compare'],
};
const allSteps: readonly TargetStep[] = ['baseline', 'profile', 'build', 'compare'];

export function definePgo(command: Command, host: Host): void {
  addPgoFlags(command);
  command.action((words: string[], flags: PgoFlags) => runPgo(host, words, flags));
}

async function runPgo(host: Host, words: readonly string[], flags: PgoFlags): Promise<void> {
  const [given = ''] = words;
  const first = stepAliases[given] ?? given;
  if (first === 'init') return await initPgo(host, flags.config);
  if (await runFileStep(host, words, flags)) return;
  const chosen = stepTable[first];
  const isStep = chosen !== undefined || plainSteps.has(first);
  const targets = isStep ? words.slice(1) : words;
  const steps =
    chosen ?? (flags.profileonly === true ? stepTable['profile'] : allSteps) ?? allSteps;
  const use = flags.use === undefined ? null : existingPath(host, flags.use);
  const choice: StepChoice = { steps: new Set(steps), use };
  const { config, notes } = chooseCompilers(readConfig(host, flags), host);
  for (const note of notes) await writeNote(host, note);
  refuseOtherWord(first, config);
  const options = optionsOf(targets, flags);
  const places = runPlaces(config, options);
  if (flags.dryRun === true) {
    await writeLines(
      host,
      {},
      dryRun(config, [...plannedCommands({ host, config, options, places }, choice)]),
    );
    return;
  }
  using children = new ChildGroup();
  const run: PgoRun = {
    host,
    config,
    options,
    places,
    children,
    state: RunState.open(places.state, options.resumes),
    tell: (line) => writeNote(host, line),
  };
  await runStep(run, first, words.slice(1), choice, flags);
}

/** One step on a project, or all of the workflow. */
async function runStep(
  run: PgoRun,
  step: string,
  rest: readonly string[],
  choice: StepChoice,
  flags: PgoFlags,
): Promise<void> {
  const { host, places } = run;
  if (step === 'stale') return await staleTargets(run, rest, flags);
  if (step === 'store') {
    const store = new ProfileStore(places.profiles);
    return await runStore(host, store, rest, flags, () => readSourceVersion(run));
  }
  if (plainSteps.has(step)) return await runPlainStep(run, step, flags);
  const report = await runWorkflow(run, choice);
  if (choice.steps.has('compare')) {
    await writeResultsPage({ ...host, quiet: true }, places.reportHtml, pgoPage(report, ''));
    const folder = relative(host.cwd, places.output);
    await writeNote(
      host,
      `${join(folder, 'report.html')} is the report as a page, report.md beside it for a pull request`,
    );
  }
  await writePgoReport(host, report, flags);
}

/** Steps that build and run nothing of the project, and those on its profiles. */
const plainSteps: ReadonlySet<string> = new Set([
  'info',
  'report',
  'show',
  'install',
  'clean',
  'stale',
  'store',
]);

/** Steps on files that need no plateau.toml; true = done. */
async function runFileStep(
  host: Host,
  [step = '', ...rest]: readonly string[],
  flags: PgoFlags,
): Promise<boolean> {
  const [first, second] = rest;
  if (step === 'overlap') await overlapProfiles(host, rest, flags);
  else if (step === 'convert') await convertPgoProfile(host, rest, flags);
  else if (step === 'show' && first !== undefined) await showProfile(host, first, flags);
  else if (step === 'stale' && first !== undefined && second !== undefined && rest.length === 2) {
    await staleAgainst(host, [first, second], flags);
  } else if (step === 'store' && !existsSync(resolve(host.cwd, flags.config))) {
    const store = new ProfileStore(resolve(host.cwd, flags.profiledir ?? 'pgo-profiles'));
    const unknown = { commit: '', dirty: false };
    await runStore(host, store, rest, flags, () => Promise.resolve(unknown));
  } else return false;
  return true;
}

/** What exists counts from where the command was given; anything else may be the name of an entry. */
function existingPath(host: Host, use: string): string {
  const path = resolve(host.cwd, use);
  return existsSync(path) ? path : use;
}

async function runPlainStep(run: PgoRun, step: string, flags: PgoFlags): Promise<void> {
  const { host, config, places } = run;
  if (step === 'info') await describePgo(run);
  if (step === 'show') await showProfiles(run, flags.json === true);
  if (step === 'install') await installPgo(run, flags.prefix);
  if (step === 'clean') await cleanPgo(host, config, places);
  if (step === 'report') await writePgoReport(host, readReport(places), flags);
}

function readConfig(host: Host, { config }: PgoFlags): PgoConfig {
  const path = resolve(host.cwd, config);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const error = fileError(path, 'read', cause);
    if (error.code !== 'not-found') throw error;
    throw new ToolError('not-found', error.message, {
      hint: `${programName(host)} pgo init writes one by looking at the project`,
      cause,
    });
  }
  return { ...parsePgoConfig({ path: config, text }), folder: resolve(path, '..') };
}

function refuseOtherWord(word: string, { targets }: PgoConfig): void {
  const hint = otherWords[word];
  if (hint === undefined || targets.some(({ name }) => name === word)) return;
  throw new ToolError('usage', `${word} is no step of pgo, and no target is called so`, { hint });
}

function optionsOf(targets: readonly string[], flags: PgoFlags): PgoOptions {
  const profileFolder = flags.profiledir ?? flags.profilesDir;
  return {
    targets,
    isQuick: flags.quick === true,
    isVerbose: flags.verbose === true,
    resumes: flags.resume === true,
    ...(flags.iterations !== undefined && { iterations: flags.iterations }),
    ...(flags.datasize !== undefined && { dataSize: flags.datasize }),
    ...(profileFolder !== undefined && { profileFolder }),
    ...(flags.outdir !== undefined && { outputFolder: flags.outdir }),
  };
}

function* dryRun(
  config: PgoConfig,
  lines: ReturnType<typeof plannedCommands> extends Generator<infer Line> ? Line[] : never,
): Generator<string> {
  yield `cd ${shellWord(config.folder)}`;
  for (const { remark, argv, stdin } of lines) {
    yield `# ${remark}`;
    if (argv === null) continue;
    yield `${shellLine(argv)}${stdin === null ? '' : ` < ${shellWord(stdin)}`}`;
  }
}

/** Failed builds and runs always fail; useless profiles do when asked to, and where nobody reads along. */
async function writePgoReport(host: Host, report: PgoReport, flags: PgoFlags): Promise<void> {
  const { bold, dim, green, red } = colorsOf(host, host.stdout);
  const style = { bold, dim, good: green, bad: red };
  const lines = flags.json === true ? [JSON.stringify(report, null, 2)] : reportText(report, style);
  if (flags.html !== undefined) await writeResultsPage(host, flags.html, pgoPage(report, ''));
  if (flags.html !== '-') await writeLines(host, {}, lines);
  const problems = report.targets.flatMap(({ problem }) => (problem === null ? [] : [problem]));
  const isStrict = flags.strict === true || host.env['CI'] === 'true';
  if (problems.some(({ isFailure }) => isFailure || isStrict)) throw new ExitStatus(1);
}
