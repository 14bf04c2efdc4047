import { ToolError } from '../base/tool-error.ts';
import { type BenchCommand, fillIn, splitWords } from '../bench/index.ts';

/** The flags that say how a command is run. */
export interface CommandFlags {
  /** One for all commands, or one for each. */
  readonly prepare?: readonly string[];
  readonly conclude?: readonly string[];
  readonly setup?: string;
  readonly cleanup?: string;
  readonly shell: string | false;
}

/** One command to time, from the word of the command line and the values that went into it. */
export function benchCommand(
  text: string,
  values: Readonly<Record<string, string>>,
  name: string | undefined,
  flags: CommandFlags,
  at: number,
): BenchCommand {
  const argv = argvOf(text, flags.shell);
  const step = (given: string | undefined): readonly string[] | null =>
    given === undefined ? null : ['sh', '-c', fillIn(given, values)];
  return {
    name: name === undefined ? text : fillIn(name, values),
    argv,
    parameters: values,
    prepare: step(stepAt(flags.prepare, at)),
    conclude: step(stepAt(flags.conclude, at)),
    setup: step(flags.setup),
    cleanup: step(flags.cleanup),
  };
}

function stepAt(given: readonly string[] = [], at: number): string | undefined {
  return given.length > 1 ? given[at] : given[0];
}

/** Words that only a shell understands. */
const shellSyntax = /[|&;<>()$`*?[\]#~{}\n]/;

function argvOf(text: string, shell: string | false): readonly string[] {
  const isNone = shell === false || shell === 'none';
  if (!isNone && shell !== 'auto') return [shell === 'default' ? 'sh' : shell, '-c', text];
  const argv = splitWords(text);
  if (argv.length === 0) {
    throw new ToolError('usage', 'a command is empty', { hint: "plateau bench './old' './new'" });
  }
  if (isNone) return argv;
  // Where the words need a shell one is used; its start is part of the time.
  return shellSyntax.test(text.replace(/'[^']*'/g, '')) ? ['sh', '-c', text] : argv;
}
