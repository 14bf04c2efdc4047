import { execFileSync } from 'node:child_process';
import { ToolError } from '../../base/tool-error.ts';
import type { CargoSurroundings } from './cargo-config.ts';

const timeoutMs = 20_000;

/** What rustc is compiling for when nobody says: `x86_64-unknown-linux-gnu`. */
export function hostTriple(compiler: string, surroundings: CargoSurroundings): string {
  const said = askRustc(compiler, ['-vV'], surroundings);
  const [, triple] = /^host: (\S+)$/m.exec(said) ?? [];
  if (triple !== undefined) return triple;
  throw new ToolError('target-failed', 'rustc does not say which machine it compiles for', {
    hint: 'set triple in plateau.toml',
  });
}

/** `1.95.0`, or `1.97.0-nightly`. */
export function rustcRelease(compiler: string, surroundings: CargoSurroundings): string {
  const said = askRustc(compiler, ['-vV'], surroundings);
  return /^release: (\S+)$/m.exec(said)?.[1] ?? 'of an unknown version';
}

/** The lines of `--print cfg`: what holds for programs of that triple. */
export function targetCfg(
  compiler: string,
  triple: string,
  surroundings: CargoSurroundings,
): ReadonlySet<string> {
  const said = askRustc(compiler, ['--print', 'cfg', '--target', triple], surroundings);
  return new Set(said.split('\n').filter((line) => line !== ''));
}

/** `+nightly` for rustup's wrappers, which choose the toolchain. */
export function toolchainArgs(compiler: string): string[] {
  if (compiler === '') return [];
  return [compiler.startsWith('+') ? compiler : `+${compiler}`];
}

function askRustc(
  compiler: string,
  args: readonly string[],
  { env, cwd }: CargoSurroundings,
): string {
  const words = [...toolchainArgs(compiler), ...args];
  try {
    return execFileSync(env['RUSTC'] ?? 'rustc', words, {
      env: { ...env },
      cwd,
      encoding: 'utf8',
      timeout: timeoutMs,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (cause) {
    throw new ToolError('missing-tool', `rustc ${words.join(' ')} does not work here`, {
      hint: 'install Rust (rustup.rs), and check compiler in plateau.toml',
      cause,
    });
  }
}
