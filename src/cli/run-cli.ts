import type { Command } from 'commander';
import type { Host, SymbolChoice } from '../platform/host.ts';
import { readProgress } from './progress.ts';
import { isUsageError, reportError } from './report-error.ts';
import { version } from './version.ts';

export { ExitStatus } from './exit-status.ts';

/** Runs one command line and gives its exit status: 0 done, 1 failed, 2 wrong usage. */
export async function runCli(host: Host): Promise<number> {
  const [only] = host.args;
  if (host.args.length === 1 && (only === '--version' || only === '-V')) {
    // Asked by scripts, often: answered before the command line is loaded.
    await host.stdout.write(`${version}\n`);
    return 0;
  }
  const { buildProgram, wantedCommand } = await import('./program.ts');
  const output = { out: '', err: '' };
  const session: Session = { quiet: false, symbols: {} };
  const inner: Host = {
    ...host,
    get quiet() {
      return session.quiet;
    },
    get symbols() {
      return session.symbols;
    },
    progress: readProgress(host, session),
  };
  try {
    const program = await buildProgram(inner, output);
    program.hook('preAction', (_root, command) => {
      const { quiet, symbols } = command.optsWithGlobals<{ quiet?: boolean; symbols?: unknown }>();
      session.quiet = quiet === true;
      session.symbols = symbolsOf(symbols);
    });
    await parse(program, host.args);
    await host.stdout.write(output.out);
    return 0;
  } catch (error) {
    inner.progress?.done();
    return await reportOutcome(host, error, output, wantedCommand(host.args));
  }
}

interface Session {
  quiet: boolean;
  symbols: SymbolChoice;
}

/** `--symbols` gives folders; `--no-symbols` false, and its absence true. */
function symbolsOf(flag: unknown): SymbolChoice {
  if (flag === false) return false;
  return Array.isArray(flag) ? { folders: flag.map(String) } : {};
}

async function parse(program: Command, args: readonly string[]): Promise<void> {
  const [first, second] = args;
  if (args.length === 0 || (first === 'help' && second === undefined)) return program.outputHelp();
  await program.parseAsync(helpForm(program, args), { from: 'user' });
}

/** `help convert` means `convert --help`; an unknown name stays, so that it is reported as one. */
function helpForm(program: Command, args: readonly string[]): string[] {
  const [first, second = ''] = args;
  if (first !== 'help') return [...args];
  const known = program.commands.some((command) => command.name() === second);
  return known ? [second, '--help'] : [second];
}

/** Help and the version end in an exception too, with status 0. */
async function reportOutcome(
  host: Host,
  error: unknown,
  output: { readonly out: string },
  command: string | undefined,
): Promise<number> {
  try {
    if (isUsageError(error) && 'exitCode' in error && error.exitCode === 0) {
      await host.stdout.write(output.out);
      return 0;
    }
    return await reportError(host, error, command);
  } catch (failure) {
    return await reportError(host, failure, command);
  }
}
