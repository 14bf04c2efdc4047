import { Command } from 'commander';
import type { Host } from '../platform/host.ts';
import { type CommandEntry, commandTable } from './command-table.ts';
import { version } from './version.ts';

/**
 * The whole command line. Only the command named in the arguments is loaded; the others are known
 * by name and summary, which is all that help, completion and did-you-mean need.
 */
export async function buildProgram(host: Host): Promise<Command> {
  const program = new Command('plateau')
    .description('Measure, don’t guess: record, see, explain, change, prove.')
    .version(version, '-V, --version')
    .option('--debug', 'show stack traces of errors')
    .showSuggestionAfterError(true)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  const wanted = host.args.find((word) => !word.startsWith('-'));
  for (const entry of commandTable) {
    program.addCommand(await commandOf(entry, wanted, host));
  }
  return program;
}

async function commandOf(
  entry: CommandEntry,
  wanted: string | undefined,
  host: Host,
): Promise<Command> {
  const command = new Command(entry.name)
    .summary(entry.summary)
    .description(`${entry.summary[0]?.toUpperCase() ?? ''}${entry.summary.slice(1)}.`)
    .helpGroup(`${entry.group}:`)
    .aliases([...(entry.aliases ?? [])]);
  const isWanted = entry.name === wanted || entry.aliases?.includes(wanted ?? '') === true;
  if (isWanted) (await entry.load())(command, host);
  return command;
}
