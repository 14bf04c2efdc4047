import module from 'node:module';
import process from 'node:process';
import { processHost } from '../platform/host.ts';

/** Runs the command that this process was started with, and sets the status it exits with. */
export async function runProcess(): Promise<void> {
  // From Node 22.8 on, compiled code is kept between runs; set before anything large is loaded.
  (module as { enableCompileCache?: () => void }).enableCompileCache?.();
  const { runCli } = await import('./run-cli.ts');
  process.exitCode = await runCli(processHost());
}
