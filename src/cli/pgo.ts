import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
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
  profileForms,
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
import { parsePositiveCount } from './count-value.ts';
import { addExamples } from './examples.ts';
import { ExitStatus } from './exit-status.ts';
import { writeNote } from './note.ts';
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

interface PgoFlags {
  readonly config: string;
  readonly verbose?: true;
  readonly iterations?: number;
  readonly datasize?: number;
  readonly profiledir?: string;
  readonly profilesDir?: string;
  readonly outdir?: string;
  readonly profileonly?: true;
  readonly quick?: true;
  readonly use?: string;
  readonly resume?: true;
  readonly dryRun?: true;
  readonly prefix: string;
  readonly to?: string;
  readonly binary?: string;
  readonly fact?: readonly string[];
  readonly json?: true;
  readonly html?: string;
  readonly strict?: true;
}

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
  command
    .argument('[commands...]', 'a step, then targets of plateau.toml; all steps, all targets')
    .usage('[step] [commands...] [options]')
    .option('-c, --config <file>', 'what to optimise and how', 'plateau.toml')
    .option('-v, --verbose', 'show what compilers say')
    .addOption(count('--iterations <n>', 'how often each training workload runs'))
    .addOption(count('--datasize <n>', 'lines of generated data'))
    .option('--profiledir <folder>', 'where profiles and their manifest are kept')
    // As cargo-pgo calls it.
    .addOption(new Option('--profiles-dir <folder>').hideHelp())
    .option('--outdir <folder>', 'where programs and reports go')
    .option('--profileonly', 'stop when the profiles are there')
    .option('--quick', 'little data and few runs')
    .option(
      '--use <profile>',
      'build with a file, a folder of profiles or TARGET[@HASH] instead of training',
    )
    .option('--resume', 'take up an interrupted run: what is unchanged is not done again')
    .option('--dry-run', 'print the commands and run none')
    .option('--prefix <folder>', 'install below this', '/usr/local')
    .option('--to <form>', `convert: ${Object.keys(profileForms).join(', ')}; else by the ending`)
    .option('--binary <file>', 'convert: the program that was recorded, where it has moved')
    .option(
      '--fact <key=value...>',
      'store put: arch, os, commit, dirty, compiler, flags, workload, …',
    )
    .option('--json', 'print one JSON value')
    .option('--html <file>', 'also write the report as a page, - for standard output')
    .option('--strict', 'fail when a profile is of no use, as with CI=true, or stale')
    .addHelpText(
      'after',
      `
Steps; without a name baseline, profile, build and compare:
  init      write a plateau.toml by looking at the project
  info      compilers, targets and workloads
  baseline  build without a profile
  profile   run the training workloads, merge and check what they leave
  merge     merge again what training left
  build     build with the profiles, and check that they were used
  compare   time both builds on the held-out workloads
  report    print the report of the last run
  show      print which profiles are kept, or what is inside of one: show FILE
  overlap   how much of two profiles is the same: overlap A B
  stale     how much of a profile the sources have lost:
            stale [TARGET | PROFILE [BINARY]]
  convert   write a profile for another compiler: convert IN OUT
  store     the kept profiles: store list [TARGET],
            store get TARGET[@HASH] [OUT], store put FILE TARGET
  install   put the optimised programs into PREFIX/bin
  clean     remove what runs have written`,
    );
  addExamples(command, [
    ['plateau pgo --quick', 'the whole workflow, with little data'],
    ['plateau pgo profile grep', 'only train, only this target'],
    ['plateau pgo --dry-run', 'which commands that would be'],
    ['plateau pgo overlap old.pprof new.pprof', 'whether two trainings agree'],
    ['plateau pgo convert perf.data default.pgo', 'for go build'],
  ]);
  command.action((words: string[], flags: PgoFlags) => runPgo(host, words, flags));
}

function count(flags: string, text: string): Option {
  return new Option(flags, text).argParser(parsePositiveCount);
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
  if (first === 'stale') return await staleTargets(run, words.slice(1), flags);
  if (first === 'store') {
    const store = new ProfileStore(places.profiles);
    return await runStore(host, store, words.slice(1), flags, () => readSourceVersion(run));
  }
  if (plainSteps.has(first)) return await runPlainStep(run, first, flags);
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
