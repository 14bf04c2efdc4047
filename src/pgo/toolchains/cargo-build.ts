import { copyFile, rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { ToolError } from '../../base/tool-error.ts';
import { fileError } from '../../platform/file-errors.ts';
import type { PgoTarget } from '../pgo-config.ts';
import { fillAll } from '../placeholders.ts';
import type { BuildRequest } from '../toolchain.ts';
import { readCargoConfig } from './cargo-config.ts';
import { addRustflags } from './cargo-rustflags.ts';
import { type CargoSettings, selectionArgs } from './cargo-settings.ts';
import { hostTriple, targetCfg, toolchainArgs } from './rustc-facts.ts';

export const usualSettings: CargoSettings = {
  bin: '',
  example: '',
  features: [],
  allFeatures: false,
  defaultFeatures: true,
  cargoProfile: 'release',
  triple: '',
};

/**
 * `cargo build` with more flags for rustc. The target is always named: only then are build scripts and
 * procedural macros, which run while building, left alone. Each stage has a target folder of its own,
 * so that they do not undo each other's work.
 */
export function cargoBuildCommand(
  { target, binary, folder, host, cwd }: BuildRequest,
  flags: readonly string[],
  args: readonly string[] = [],
): readonly string[] {
  if (target.build.length > 0) return fillAll(target.build, { binary, pgo: flags.join(' ') });
  const settings = target.cargo ?? usualSettings;
  const surroundings = { env: host.env, cwd };
  const config = readCargoConfig(surroundings);
  const triple =
    [settings.triple, config.target].find((each) => each !== '') ??
    hostTriple(target.compiler, surroundings);
  const facts = (): ReadonlySet<string> => targetCfg(target.compiler, triple, surroundings);
  const route = addRustflags({ flags, env: host.env, config, triple, facts });
  const variables = Object.entries(route.env).map(([name, value]) => `${name}=${value}`);
  return [
    ...(variables.length === 0 ? [] : ['env', ...variables]),
    'cargo',
    ...toolchainArgs(target.compiler),
    'build',
    ...selectionArgs(settings, target.package),
    '--target',
    triple,
    '--target-dir',
    folder,
    // Artifacts as JSON on standard output, what the compiler says as text on standard error.
    '--message-format=json-render-diagnostics',
    ...route.args,
    ...args,
    ...target.flags,
  ];
}

/** Takes the program out of cargo's folders. */
export async function takeExecutable({ path }: CargoExecutable, binary: string): Promise<void> {
  // A program that still runs cannot be written to, but its name can be given away.
  const partial = `${binary}.partial`;
  try {
    await copyFile(path, partial);
    await rename(partial, binary);
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}

export interface CargoExecutable {
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  /** Cargo had it from before. */
  readonly isFresh: boolean;
}

/** The programs among the messages of `cargo build --message-format=json`. */
export function parseExecutables(messages: string): CargoExecutable[] {
  const found: CargoExecutable[] = [];
  for (const line of messages.split('\n')) {
    if (!line.startsWith('{')) continue;
    const message = parseMessage(line);
    const { target, executable } = message;
    if (message.reason !== 'compiler-artifact' || typeof executable !== 'string') continue;
    const kind = target?.kind?.[0] ?? '';
    if (kind === 'bin' || kind === 'example') {
      const name = target?.name ?? basename(executable);
      found.push({ name, kind, path: executable, isFresh: message.fresh === true });
    }
  }
  return found;
}

interface CargoMessage {
  readonly reason?: string;
  readonly executable?: string | null;
  readonly fresh?: boolean;
  readonly target?: { readonly name?: string; readonly kind?: readonly string[] };
}

/** A build script may print what looks like a message. */
function parseMessage(line: string): CargoMessage {
  try {
    return JSON.parse(line) as CargoMessage;
  } catch {
    return {};
  }
}

/** The one program that a target means. Several would be optimised by the profile of one. */
export function findExecutable(
  messages: string,
  target: Pick<PgoTarget, 'name' | 'cargo'>,
): CargoExecutable {
  const { bin, example } = target.cargo ?? usualSettings;
  const wanted = bin === '' ? example : bin;
  const all = parseExecutables(messages);
  const fitting = wanted === '' ? all : all.filter(({ name }) => name === wanted);
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  if (fitting.length === 0) {
    throw new ToolError('target-failed', `cargo built no program for ${target.name}`, {
      hint: 'set package and bin of the target in plateau.toml: a library alone cannot be run',
    });
  }
  const names = fitting.map(({ name, kind }) => `${kind} = "${name}"`);
  throw new ToolError('target-failed', `cargo built several programs for ${target.name}`, {
    hint: `choose one in plateau.toml: ${names.join(', or ')}`,
  });
}
