import { type Command, CommanderError } from 'commander';
import { ToolError } from '../base/tool-error.ts';
import { errorCode } from '../platform/file-errors.ts';
import type { Host } from '../platform/host.ts';
import { buildProgram } from './program.ts';

/** A command that ends with a status of its own, such as a launched target's. */
export class ExitStatus extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`exit status ${status}`);
    this.status = status;
  }
}

/** Runs one command line and gives its exit status: 0 done, 1 failed, 2 wrong usage. */
export async function runCli(host: Host): Promise<number> {
  const output = { out: '', err: '' };
  try {
    const program = await buildProgram(host);
    captureOutput(program, output);
    if (host.args.length === 0) {
      await host.stdout.write(program.helpInformation());
      return 0;
    }
    await program.parseAsync([...host.args], { from: 'user' });
    return 0;
  } catch (error) {
    return await report(host, error, output);
  }
}

function captureOutput(command: Command, output: { out: string; err: string }): void {
  for (const each of [command, ...command.commands]) {
    each.exitOverride().configureOutput({
      writeOut: (text) => {
        output.out += text;
      },
      writeErr: (text) => {
        output.err += text;
      },
    });
  }
}

async function report(
  host: Host,
  error: unknown,
  output: { out: string; err: string },
): Promise<number> {
  if (error instanceof ExitStatus) return error.status;
  // A reader such as `head` that closes the pipe early has what it wanted.
  if (errorCode(error) === 'EPIPE') return 0;
  if (error instanceof CommanderError) {
    await host.stdout.write(output.out);
    await host.stderr.write(output.err.replace(/^error: /, 'plateau: '));
    return error.exitCode === 0 ? 0 : 2;
  }
  const debug = host.args.includes('--debug');
  if (error instanceof ToolError) {
    const hint = error.hint === undefined ? '' : `\n  try: ${error.hint}`;
    await host.stderr.write(`plateau: ${error.message}${hint}\n`);
    if (debug) await host.stderr.write(`${error.stack ?? ''}\n`);
    return error.code === 'usage' || error.code === 'bad-expression' ? 2 : 1;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const hint = 'this is a bug in plateau; --debug shows where';
  await host.stderr.write(
    `plateau: internal error: ${debug ? stack : `${String(error)}\n  ${hint}`}\n`,
  );
  return 1;
}
