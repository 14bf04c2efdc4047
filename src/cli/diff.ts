import { type Command, Option } from 'commander';
import pc from 'picocolors';
import {
  type DiffRow,
  type DiffSort,
  type DiffStatus,
  diffProfiles,
  diffSorts,
  diffTree,
  isRegression,
  type ProfileDiff,
  pickRows,
} from '../analysis/index.ts';
import { terminalSafe } from '../base/terminal-text.ts';
import { ToolError } from '../base/tool-error.ts';
import { openProfile } from '../load/index.ts';
import type { Host } from '../platform/host.ts';
import { granularities, type Profile, parseGranularity } from '../profile/index.ts';
import { csvLines } from '../render/csv.ts';
import { type DiffColors, renderFlameSvg } from '../render/index.ts';
import { diffColumns, diffCsvRows, diffJson } from '../render/json/diff-json.ts';
import { type DiffStyle, diffText } from '../render/text/diff-text.ts';
import { parseCount } from './count-value.ts';
import { addExamples } from './examples.ts';
import { ExitStatus } from './exit-status.ts';
import { writeSvg } from './flamegraph.ts';
import { writeNote } from './note.ts';
import { addOutputFlags, type OutputFlags } from './report-flags.ts';
import { textStyle, writeJson, writeLines } from './report-output.ts';
import { addViewFlags, type ViewFlags, viewNeedsTimeline, viewProfile } from './view-flags.ts';

interface DiffFlags extends ViewFlags, OutputFlags {
  readonly normalize?: boolean;
  readonly cum?: boolean;
  readonly sampleIndex?: string;
  readonly granularity: string;
  readonly nodecount?: number;
  readonly only?: DiffStatus;
  readonly sort: DiffSort;
  readonly failOn?: FailOn;
  readonly svg?: string;
  readonly title?: string;
  readonly diffColors: DiffColors;
}

interface FailOn {
  readonly percent: number | undefined;
}

/** Rows of the text table unless -n says otherwise; JSON and CSV hold all. */
const defaultRows = 20;

/** A verdict, as agreed for every command that gives one. */
const regressionStatus = 3;

export function defineDiff(command: Command, host: Host): void {
  command
    .argument('<base>', 'the profile before, - for standard input')
    .argument('<new>', 'the profile after');
  addDiffFlags(command);
  addOutputFlags(command);
  addViewFlags(command).action((base: string, after: string, flags: DiffFlags) =>
    runDiff(host, base, after, flags),
  );
  addExamples(command, [
    ['plateau diff before.pb.gz after.pb.gz', 'what grew, what shrank, what may be noise'],
    ['plateau diff old.folded new.folded --normalize', 'shares, for unequal recordings'],
    ['plateau diff before.pb.gz after.pb.gz --svg diff.svg', 'and a picture: orange grew'],
    ['plateau diff a.pb.gz b.pb.gz --fail-on regression=2', 'status 3 if a function grew by 2%'],
  ]);
}

function addDiffFlags(command: Command): void {
  command
    .option('--absolute', 'compare the values as measured (the default)')
    .addOption(
      new Option(
        '--normalize',
        'compare shares of each total: for recordings of unequal length',
      ).conflicts('absolute'),
    )
    .option('--cum', 'compare functions with all they call, not by themselves')
    .option('-i, --sample-index <type>', 'value to compare: a name or a number')
    .addOption(
      new Option('-g, --granularity <what>', 'one row per what')
        .choices([...granularities])
        .default('functions'),
    )
    .option(
      '-n, --nodecount <number>',
      `at most so many rows; 0 = all (default: ${defaultRows})`,
      parseCount,
    )
    .addOption(
      new Option('--only <status>', 'rows of one kind').choices(['new', 'removed', 'changed']),
    )
    .addOption(
      new Option('--sort <column>', 'order of the rows').choices([...diffSorts]).default('delta'),
    )
    .option('--svg <file>', 'also draw a differential flame graph, - for standard output')
    .option('--title <text>', 'headline of the flame graph')
    .addOption(
      new Option('--diff-colors <scale>', 'colours of shrinking and growing')
        .choices(['blue-orange', 'red-blue'])
        .default('blue-orange'),
    )
    .option(
      '--fail-on <verdict>',
      'exit with 3 on regression, or on regression=PERCENT',
      parseFailOn,
    );
}

async function runDiff(host: Host, base: string, after: string, flags: DiffFlags): Promise<void> {
  if (base === '-' && after === '-') {
    throw new ToolError('usage', 'standard input can be read only once', {
      hint: 'name a file for one of the two',
    });
  }
  const baseView = await openView(host, base, flags);
  const afterView = await openView(host, after, flags);
  const diff = diffProfiles(baseView, afterView, {
    granularity: parseGranularity(flags.granularity),
    normalize: flags.normalize === true,
    measure: flags.cum === true ? 'total' : 'self',
    ...(flags.sampleIndex !== undefined && { sampleIndex: flags.sampleIndex }),
  });
  if (flags.svg !== undefined) await drawDiff(host, [baseView, afterView], diff, flags);
  if (flags.svg !== '-') await writeDiff(host, diff, flags);
  if (flags.failOn !== undefined) await failOnRegression(host, diff, flags.failOn);
}

async function openView(host: Host, file: string, flags: DiffFlags): Promise<Profile> {
  const { profile } = await openProfile(host, file, { timeline: viewNeedsTimeline(flags) });
  const view = viewProfile(profile, flags);
  for (const note of view.notes) await writeNote(host, `${file}: ${note}`);
  return view.profile;
}

async function drawDiff(
  host: Host,
  [base, after]: readonly [Profile, Profile],
  diff: ProfileDiff,
  flags: DiffFlags,
): Promise<void> {
  const how = diff.normalized ? 'shares of each total' : 'values as measured';
  const svg = renderFlameSvg(diffTree(base, after, diff), {
    title: flags.title ?? 'Differential flame graph',
    subtitle: `${diff.type}, ${how}: width is the larger of both, colour the change`,
    diffColors: flags.diffColors,
  });
  await writeSvg(host, svg, flags.svg ?? '-');
}

async function writeDiff(host: Host, diff: ProfileDiff, flags: DiffFlags): Promise<void> {
  const whole = flags.json === true || flags.csv === true;
  const limit = flags.nodecount ?? (whole ? 0 : defaultRows);
  const chosen = pickRows(diff, {
    sort: flags.sort,
    costly: flags.json !== true,
    ...(flags.only !== undefined && { only: [flags.only] }),
  });
  const rows = limit > 0 ? chosen.slice(0, limit) : chosen;
  if (flags.json === true) return await writeJson(host, flags, diffJson(diff, rows));
  const lines =
    flags.csv === true
      ? csvLines(diffColumns, diffCsvRows(diffJson(diff, rows).rows))
      : diffText(diff, rows, chosen.length - rows.length, diffStyle(host, flags));
  return await writeLines(host, flags, lines);
}

/** Growth is orange-ish and shrinking blue-ish: told apart by everyone. */
export function diffStyle(host: Host, flags: OutputFlags): DiffStyle {
  const style = textStyle(host, flags);
  const colors = pc.createColors(style.bold('x') !== 'x');
  return { ...style, grew: colors.yellow, shrank: colors.cyan };
}

async function failOnRegression(host: Host, diff: ProfileDiff, failOn: FailOn): Promise<void> {
  const worse = pickRows(diff).filter((row) => isRegression(diff, row, failOn.percent));
  const [worst] = worse;
  if (worst === undefined) return;
  const others = worse.length > 1 ? ` and ${worse.length - 1} more` : '';
  await host.stderr.write(`plateau: regression: ${describe(diff, worst)}${others}\n`);
  throw new ExitStatus(regressionStatus);
}

function describe(diff: ProfileDiff, row: DiffRow): string {
  const percent = (row[diff.measure].delta / diff.totals.base) * 100;
  return `${terminalSafe(row.name)} by ${percent.toFixed(2)}% of the base's total`;
}

function parseFailOn(text: string): FailOn {
  const found = /^regression(?:=(\d+(?:\.\d+)?)%?)?$/.exec(text);
  if (found !== null) return { percent: found[1] === undefined ? undefined : Number(found[1]) };
  throw new ToolError('usage', `--fail-on: no verdict ${text}`, {
    hint: '--fail-on regression, or --fail-on regression=2 for 2% of the total',
  });
}
