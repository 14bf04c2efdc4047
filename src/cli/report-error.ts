import { terminalSafe } from '../base/terminal-text.ts';
import { ToolError } from '../base/tool-error.ts';
import { errorCode } from '../platform/file-errors.ts';
import type { Host } from '../platform/host.ts';
import { colorsOf } from './colors.ts';
import { commandTable } from './command-table.ts';
import { ExitStatus } from './exit-status.ts';
import { commandsElsewhere, flagsElsewhere } from './other-words-table.ts';

/** Says on stderr what went wrong and gives the exit status: 1 the work failed, 2 wrong usage. */
export async function reportError(
  host: Host,
  error: unknown,
  command: string | undefined,
): Promise<number> {
  if (error instanceof ExitStatus) return error.status;
  // A reader such as `head` that closes the pipe early has what it wanted.
  if (errorCode(error) === 'EPIPE') return 0;
  const debug = host.args.includes('--debug');
  const shown = isUsageError(error) ? usageError(error, command) : error;
  if (shown instanceof ToolError) {
    await write(host, shown.message, shown.hint ?? (await fileStep(shown, command, host)));
    if (debug) await host.stderr.write(`${stackOf(error)}\n`);
    return shown.code === 'usage' || shown.code === 'bad-expression' ? 2 : 1;
  }
  const what = error instanceof Error ? error.message : String(error);
  const hint = 'this is a bug in plateau: report it with what --debug prints';
  await write(host, `internal error: ${what}`, debug ? undefined : hint);
  if (debug) await host.stderr.write(`${stackOf(error)}\n`);
  return 1;
}

/** Looks around only where a file is the trouble. */
async function fileStep(
  error: ToolError,
  command: string | undefined,
  host: Host,
): Promise<string | undefined> {
  if (error.file === undefined) return undefined;
  return (await import('./file-step.ts')).findFileStep(error, command ?? '', host);
}

async function write(host: Host, message: string, hint: string | undefined): Promise<void> {
  const colors = colorsOf(host, host.stderr);
  const step = hint === undefined ? '' : `  ${colors.cyan('try:')} ${terminalSafe(hint)}\n`;
  await host.stderr.write(`${colors.red('plateau:')} ${terminalSafe(message)}\n${step}`);
}

/** The trace with its causes, which is what a bug report needs. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by: ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

interface UsageError extends Error {
  readonly code: string;
}

/** Commander's errors, known by their code so that commander itself need not be loaded here. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && errorCode(error).startsWith('commander.');
}

/** Commander's words in our form, and the next step. */
function usageError(error: UsageError, word: string | undefined): ToolError {
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = /\(Did you mean (?:one of )?(.+?)\?\)/.exec(rest.join(' '))?.[1];
  const [, kind, unknown = ''] = /^unknown (command|option) '(.*)'$/.exec(first) ?? [];
  const command = commandTable.some(({ name }) => name === word) ? word : undefined;
  const help = command === undefined ? 'plateau --help' : `plateau help ${command}`;
  let hint = suggestion?.replaceAll(', ', ' or ') ?? help;
  if (kind === 'command') hint = hintForCommand(unknown, suggestion);
  else if (kind === 'option') hint = hintForFlag(unknown, command) ?? hint;
  return new ToolError('usage', inOurWords(first), { hint, cause: error });
}

/** `option '-r, --runs <n>' argument 'x' is invalid. not a number` becomes `--runs x: not a number`. */
function inOurWords(message: string): string {
  const option = /^option '(.*?)' argument '(.*)' is invalid\. (.*)$/s.exec(message);
  const argument = /^command-argument value '(.*)' is invalid for argument '(.*)'\. (.*)$/s.exec(
    message,
  );
  const [, flags = '', given = '', why = ''] = option ?? [];
  if (option !== null) return `${longFlag(flags)} ${given}: ${lowerFirst(why)}`;
  if (argument !== null) return `${argument[2]} ${argument[1]}: ${lowerFirst(argument[3] ?? '')}`;
  return message;
}

function longFlag(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

/** Ours are no sentences; those of commander are. */
function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/, '')}`;
}

/** What another tool calls so comes before what is spelt alike. */
function hintForCommand(word: string, suggestion: string | undefined): string {
  if (Object.hasOwn(commandsElsewhere, word)) return commandsElsewhere[word] ?? '';
  if (suggestion !== undefined) return `plateau ${suggestion.replaceAll(', ', ' or plateau ')}`;
  // A file where the command should be: say the command that most people want.
  return /[./]/.test(word) ? `plateau top ${word}` : 'plateau --help';
}

function hintForFlag(flag: string, command = ''): string | undefined {
  const known = flagsElsewhere[command] ?? {};
  return Object.entries(known).find(([name]) => isFlag(flag, name))?.[1];
}

/** With its value after `=`, and that of a single letter right behind it: `-x,`. */
function isFlag(word: string, name: string): boolean {
  return (
    word === name || word.startsWith(`${name}=`) || (name.length === 2 && word.startsWith(name))
  );
}
