import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Host } from '../../platform/host.ts';
import { runTool } from '../../platform/run-tool.ts';
import {
  type CargoRequest,
  cargoCommand,
  chooseExecutable,
  parseCargoMessages,
} from './cargo-build.ts';

/** A program that was built to be recorded; disposing of it removes what only the recording needed. */
export interface BuiltTarget extends Disposable {
  readonly command: readonly string[];
  readonly cwd: string;
}

/** Builds with cargo, with debug info, and finds out what it built. */
export async function buildWithCargo(
  host: Host,
  request: CargoRequest,
  args: readonly string[],
): Promise<BuiltTarget> {
  const { args: words, environment } = cargoCommand(request);
  const messages = await runTool({
    tool: host.env['CARGO'] ?? 'cargo',
    args: words,
    env: { ...host.env, ...environment },
    cwd: host.cwd,
    install: 'install Rust: https://rustup.rs',
  });
  const { path, folder } = chooseExecutable(parseCargoMessages(messages), request);
  const runsInPackage = request.kind === 'bench' || request.kind === 'test';
  return {
    // What cargo bench itself adds: without it the harness runs tests.
    command: [path, ...(request.kind === 'bench' ? ['--bench'] : []), ...args],
    cwd: runsInPackage ? folder : host.cwd,
    [Symbol.dispose]: () => undefined,
  };
}

/** Builds a Go package into a temporary folder; Go keeps debug info and frame pointers by itself. */
export async function buildWithGo(
  host: Host,
  packagePath: string,
  args: readonly string[],
): Promise<BuiltTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-go-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const program = join(folder, basename(resolve(host.cwd, packagePath)).replace(/\.go$/, ''));
  try {
    await runTool({
      tool: 'go',
      args: ['build', '-o', program, packagePath],
      env: host.env,
      cwd: host.cwd,
      install: 'install Go: https://go.dev/dl',
    });
  } catch (error) {
    remove();
    throw error;
  }
  return { command: [program, ...args], cwd: host.cwd, [Symbol.dispose]: remove };
}
