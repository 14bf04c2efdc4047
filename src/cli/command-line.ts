import { dirname } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { keepCompiledCode } from '../platform/compile-cache.ts';
import { processHost, watchTerminal } from '../platform/host.ts';
import { ignoresHangup } from '../platform/launcher.ts';

/** Runs the command that this process was started with, and sets the status it exits with. */
export async function runProcess(): Promise<void> {
  using _terminal = watchTerminal();
  const host = processHost();
  if (ignoresHangup(host.env)) process.on('SIGHUP', () => undefined);
  const [first = ''] = host.args;
  // Before anything large is loaded.
  keepCompiledCode(
    dirname(fileURLToPath(import.meta.url)),
    /^[a-z]+$/.test(first) ? first : 'other',
  );
  const { runCli } = await import('./run-cli.ts');
  process.exitCode = await runCli(host);
}
