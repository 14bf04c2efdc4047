import { Command, Option } from 'commander';
import type { Host } from '../platform/host.ts';
import { colorsOf, hasColors } from './colors.ts';
import { type CommandEntry, commandTable } from './command-table.ts';
import { overview } from './overview.ts';
import { version } from './version.ts';

/** Wider than this, lines of help are hard to read. */
const widestHelp = 96;
const widthOfFiles = 80;
const commonGroup = 'Common options:';

/** What commander would print, kept until the caller knows where it belongs. */
export interface CapturedOutput {
  out: string;
  err: string;
}

/**
 * The whole command line. Only the command named in the arguments is loaded; the others are known
 * by name and summary, which is all that help and did-you-mean need. `everything` as the wanted
 * command loads them all.
 */
export async function buildProgram(
  host: Host,
  output: CapturedOutput,
  wanted: string | undefined = wantedCommand(host.args),
): Promise<Command> {
  const program = styled(new Command('plateau'), host, output)
    .description('Measure, don’t guess: record, see, explain, change, prove.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain a command')
    .helpCommand(false)
    .configureHelp({ formatHelp: () => overview(commandTable, colorsOf(host, host.stdout)) })
    .enablePositionalOptions()
    .showSuggestionAfterError(true);
  addCommonOptions(program);
  for (const entry of commandTable) {
    program.addCommand(await commandOf(entry, wanted, host, output));
  }
  return program;
}

/** The command that the arguments name: the first word, or the one after `help`. */
export function wantedCommand(args: readonly string[]): string | undefined {
  const words = args.filter((word) => !word.startsWith('-'));
  return words[0] === 'help' ? words[1] : words[0];
}

async function commandOf(
  entry: CommandEntry,
  wanted: string | undefined,
  host: Host,
  output: CapturedOutput,
): Promise<Command> {
  const command = styled(new Command(entry.name), host, output)
    .summary(entry.summary)
    .description(`${entry.summary[0]?.toUpperCase() ?? ''}${entry.summary.slice(1)}.`)
    .helpGroup(`${entry.group}:`)
    .addHelpOption(new Option('-h, --help', 'explain this command').helpGroup(commonGroup));
  if (wanted === entry.name || wanted === 'everything') {
    (await entry.load())(command, host);
    if (!namelessCommands.has(entry.name)) addSymbolOptions(command);
    addCommonOptions(command);
  }
  return command;
}

/** Commands that look up no names of functions. */
const namelessCommands: ReadonlySet<string> = new Set([
  'stat',
  'demo',
  'bench',
  'doctor',
  'completion',
]);

function collectFolder(folder: string, before: unknown): string[] {
  return [...(Array.isArray(before) ? before.map(String) : []), folder];
}

/** For every file that is opened: recordings of bare addresses get their names then. */
function addSymbolOptions(command: Command): void {
  const group = 'Names of functions:';
  command
    .addOption(
      new Option('--symbols <folder>', 'look for binaries and debug files there first')
        .helpGroup(group)
        .argParser(collectFolder),
    )
    .addOption(new Option('--no-symbols', 'leave addresses as they are').helpGroup(group));
}

/** Accepted before and after the command's name. */
function addCommonOptions(command: Command): void {
  command
    .addOption(new Option('-q, --quiet', 'no progress and no notes').helpGroup(commonGroup))
    .addOption(new Option('--debug', 'show where an error came from').helpGroup(commonGroup));
}

function styled(command: Command, host: Host, output: CapturedOutput): Command {
  const { stdout } = host;
  const colors = colorsOf(host, stdout);
  return command
    .exitOverride()
    .configureHelp({
      subcommandTerm: (each) => each.name(),
      styleTitle: (text) => colors.bold(text),
      styleCommandText: (text) => colors.cyan(text),
      styleSubcommandText: (text) => colors.cyan(text),
      styleOptionText: (text) => colors.cyan(text),
    })
    .configureOutput({
      writeOut: (text) => {
        output.out += text;
      },
      writeErr: (text) => {
        output.err += text;
      },
      getOutHelpWidth: () =>
        stdout.isTerminal ? Math.min(stdout.columns, widestHelp) : widthOfFiles,
      getOutHasColors: () => hasColors(host, stdout),
    });
}
