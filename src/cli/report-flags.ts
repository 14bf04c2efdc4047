import { type Command, InvalidArgumentError, Option } from 'commander';
import { defaultNodeOptions, type NodeOptions, type TrimOptions } from '../analysis/index.ts';
import { ToolError } from '../base/tool-error.ts';
import { type Granularity, granularities, parseGranularity } from '../profile/index.ts';
import { parseCount } from './count-value.ts';
import { pprofWords } from './pprof-words.ts';
import { addViewFlags, type ViewFlags } from './view-flags.ts';

/** Flags that every text report understands. */
export interface ReportFlags extends ViewFlags, OutputFlags {
  readonly sampleIndex?: string;
  readonly mean?: boolean;
  readonly unit: string;
  readonly base?: readonly string[];
  readonly diffBase?: readonly string[];
  readonly normalize?: boolean;
  readonly relativePercentages?: boolean;
  readonly granularity?: Granularity;
  readonly functions?: boolean;
  readonly filefunctions?: boolean;
  readonly files?: boolean;
  readonly lines?: boolean;
  readonly addresses?: boolean;
  readonly noinlines?: boolean;
  readonly showColumns?: boolean;
  readonly trimPath?: string;
  readonly sourcePath?: string;
}

/** Where a report goes and in which notation. */
export interface OutputFlags {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly output?: string;
}

/** Flags of reports that leave out small rows. */
export interface TrimFlags {
  readonly nodecount?: number;
  readonly nodefraction: number;
  readonly edgefraction: number;
  readonly trim: boolean;
  readonly cum?: boolean;
  readonly flat?: boolean;
  readonly sort?: 'flat' | 'cum';
  readonly dropNegative?: boolean;
}

const valuesGroup = 'Which numbers:';
const rowsGroup = 'Which rows:';
const outputGroup = 'Output:';

export function addReportFlags(command: Command): Command {
  // commander takes defaults when an option is added, so all are added when they are complete.
  const options: Option[] = [];
  const add = (flags: string, text: string, group: string): Option => {
    const option = new Option(flags, text).helpGroup(group);
    options.push(option);
    return option;
  };
  add('-i, --sample-index <type>', 'value to report: a name or a number', valuesGroup);
  add('--mean', 'divide by the first value type', valuesGroup);
  add('--unit <unit>', 'unit of the numbers: ms, MB, …', valuesGroup).default('minimum', 'fitting');
  add('--base <file…>', 'profile to subtract', valuesGroup).argParser(collect);
  add('--diff-base <file…>', 'subtract; percentages are of it', valuesGroup).argParser(collect);
  add('--normalize', 'scale to the total of the base first', valuesGroup);
  add('--relative-percentages', 'percentages of what the filters leave', valuesGroup);
  add('-g, --granularity <what>', 'one row per what', rowsGroup)
    .choices(granularities)
    .argParser(parseGranularity);
  for (const name of granularities.filter((each) => each !== 'modules')) {
    add(`--${name}`, `same as --granularity ${name}`, rowsGroup).hideHelp();
  }
  add('--noinlines', 'count inlined functions as part of their callers', rowsGroup);
  add('--show-columns', 'tell columns of a line apart', rowsGroup);
  add('--trim-path <prefixes>', 'remove these from source paths', rowsGroup);
  add('--source-path <folders>', 'where sources are', rowsGroup);
  for (const option of options) command.addOption(option);
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (args) => parse(pprofWords(args, longFlags(command)));
  addOutputFlags(command);
  return addViewFlags(command);
}

function longFlags(command: Command): ReadonlySet<string> {
  return new Set(command.options.flatMap(({ long }) => (long === undefined ? [] : [long])));
}

export function addOutputFlags(command: Command): Command {
  return command
    .addOption(new Option('--json', 'print JSON').helpGroup(outputGroup).conflicts('csv'))
    .addOption(new Option('--csv', 'print CSV').helpGroup(outputGroup))
    .addOption(
      new Option('-o, --output <file>', 'write to a file, - for standard output').helpGroup(
        outputGroup,
      ),
    );
}

export function addTrimFlags(command: Command): Command {
  const options: Option[] = [];
  const add = (flags: string, text: string): Option => {
    const option = new Option(flags, text).helpGroup(rowsGroup);
    options.push(option);
    return option;
  };
  add('-n, --nodecount <number>', 'at most so many rows').argParser(parseCount);
  add('--nodefraction <share>', 'hide rows below this share').argParser(parseShare).default(0.005);
  add('--edgefraction <share>', 'hide calls below this share').argParser(parseShare).default(0.001);
  add('--no-trim', 'hide nothing for being small');
  add('--cum', 'sort by cum');
  add('--flat', 'sort by flat').hideHelp();
  add('--sort <column>', 'sort by flat or cum').choices(['flat', 'cum']);
  add('--drop-negative', 'hide rows that shrank');
  for (const option of options) command.addOption(option);
  return command;
}

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

function parseShare(text: string): number {
  const share = Number(text);
  if (text !== '' && share >= 0 && share <= 1) return share;
  throw new InvalidArgumentError('not a share from 0 to 1');
}

export function nodeOptions(flags: ReportFlags): NodeOptions {
  return {
    ...defaultNodeOptions,
    granularity: granularityOf(flags),
    noInlines: flags.noinlines === true,
    showColumns: flags.showColumns === true,
    paths: { trimPath: flags.trimPath ?? '', sourcePath: flags.sourcePath ?? '' },
  };
}

function granularityOf(flags: ReportFlags): Granularity {
  const named = granularities.filter((name) => name !== 'modules' && flags[name] === true);
  const asked = new Set(flags.granularity === undefined ? named : [...named, flags.granularity]);
  if (asked.size > 1) {
    throw new ToolError('usage', `conflicting granularities: ${Array.from(asked).join(', ')}`, {
      hint: 'give one of them',
    });
  }
  return Array.from(asked)[0] ?? 'functions';
}

/** `defaultCount` is what pprof shows without `--nodecount`. */
export function trimOptions(flags: TrimFlags, defaultCount: number): TrimOptions {
  const sort = flags.sort ?? (flags.cum === true ? 'cum' : 'flat');
  const dropNegative = flags.dropNegative === true;
  if (!flags.trim) return { sort, nodeCount: 0, nodeFraction: 0, edgeFraction: 0, dropNegative };
  return {
    sort,
    nodeCount: flags.nodecount ?? defaultCount,
    nodeFraction: flags.nodefraction,
    edgeFraction: flags.edgefraction,
    dropNegative,
  };
}
