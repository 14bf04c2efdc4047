import type { Command } from 'commander';

export interface FlagWords {
  readonly short: string | undefined;
  readonly long: string | undefined;
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly FlagWords[];
  /** Values of the first argument; empty = file names. */
  readonly choices: readonly string[];
}

/** What can be typed after `plateau`, taken from the program itself, so it cannot be out of date. */
export function completionWords(program: Command): CommandWords[] {
  const commands = program.commands.map(wordsOf);
  const help: CommandWords = {
    name: 'help',
    summary: 'explain a command',
    flags: [],
    choices: commands.map(({ name }) => name),
  };
  return [...commands, help];
}

function wordsOf(command: Command): CommandWords {
  const options = command.createHelp().visibleOptions(command);
  return {
    name: command.name(),
    summary: command.summary(),
    flags: options.map((option) => ({
      short: option.short,
      long: option.long,
      description: option.description,
      takesValue: option.required || option.optional,
      choices: option.argChoices ?? [],
    })),
    choices: command.registeredArguments[0]?.argChoices ?? [],
  };
}
