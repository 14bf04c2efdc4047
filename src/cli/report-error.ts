import { terminalSafe } from '../base/terminal-text.ts';
import { ToolError } from '../base/tool-error.ts';
import { errorCode } from '../platform/file-errors.ts';
import type { Host } from '../platform/host.ts';
import { colorsOf } from './colors.ts';
import { ExitStatus } from './exit-status.ts';

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
    await write(host, shown.message, shown.hint);
    if (debug) await host.stderr.write(`${stackOf(error)}\n`);
    return shown.code === 'usage' || shown.code === 'bad-expression' ? 2 : 1;
  }
  const what = error instanceof Error ? error.message : String(error);
  const hint = 'this is a bug in plateau: report it with what --debug prints';
  await write(host, `internal error: ${what}`, debug ? undefined : hint);
  if (debug) await host.stderr.write(`${stackOf(error)}\n`);
  return 1;
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

/** Commander's words in our form: its suggestion, or the help of the command, is the next step. */
function usageError(error: UsageError, command: string | undefined): ToolError {
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = /\(Did you mean (?:one of )?(.+?)\?\)/.exec(rest.join(' '))?.[1];
  const unknown = /^unknown command '(.*)'$/.exec(first)?.[1];
  let hint = command === undefined ? 'plateau --help' : `plateau help ${command}`;
  if (unknown !== undefined) hint = hintForUnknown(unknown, suggestion);
  else if (suggestion !== undefined) hint = suggestion.replaceAll(', ', ' or ');
  return new ToolError('usage', first, { hint, cause: error });
}

function hintForUnknown(word: string, suggestion: string | undefined): string {
  if (suggestion !== undefined) return `plateau ${suggestion.replaceAll(', ', ' or plateau ')}`;
  // A file where the command should be: say the command that most people want.
  return /[./]/.test(word) ? `plateau top ${word}` : 'plateau --help';
}
