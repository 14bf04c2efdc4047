import { dirname } from 'node:path';
import { ToolError } from '../../base/tool-error.ts';

/** Which of a package's targets; `any` is its one binary. */
export type CargoTargetKind = 'bin' | 'bench' | 'test' | 'example' | 'any';

export interface CargoRequest {
  readonly kind: CargoTargetKind;
  /** '' for `any`. */
  readonly name: string;
  /** A profile of Cargo.toml; `release` unless said otherwise, `dev` for --dev. */
  readonly profile: string;
  readonly features?: string;
  readonly packageName?: string;
  readonly manifestPath?: string;
}

export interface CargoCommand {
  readonly args: readonly string[];
  /** Debug info on and stripping off, whatever Cargo.toml says: samples need names and lines. */
  readonly environment: Readonly<Record<string, string>>;
}

export function cargoCommand(request: CargoRequest): CargoCommand {
  const { kind, name } = request;
  const verbs = { bin: 'build', example: 'build', any: 'build', bench: 'bench', test: 'test' };
  const profile = kind === 'bench' && request.profile === 'release' ? 'bench' : request.profile;
  const args = [
    verbs[kind],
    ...(kind === 'bench' || kind === 'test' ? ['--no-run'] : []),
    ...(kind === 'any' ? [] : [`--${kind}`, name]),
    ...(profile === 'bench' ? [] : ['--profile', profile]),
    ...(request.features === undefined ? [] : ['--features', request.features]),
    ...(request.packageName === undefined ? [] : ['--package', request.packageName]),
    ...(request.manifestPath === undefined ? [] : ['--manifest-path', request.manifestPath]),
    '--message-format=json-render-diagnostics',
  ];
  const variable = `CARGO_PROFILE_${profile.toUpperCase().replaceAll('-', '_')}`;
  return { args, environment: { [`${variable}_DEBUG`]: 'true', [`${variable}_STRIP`]: 'none' } };
}

/** What cargo built. */
export interface CargoExecutable {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
  /** Of its package: where cargo itself starts tests and benchmarks. */
  readonly folder: string;
}

/** The programs among cargo's messages, one JSON value per line. */
export function parseCargoMessages(text: string): CargoExecutable[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const message = parseMessage(line);
    if (message?.reason !== 'compiler-artifact' || typeof message.executable !== 'string')
      return [];
    const { name = '', kind = [] } = message.target ?? {};
    const folder = dirname(message.manifest_path ?? '');
    return [{ path: message.executable, name, kind: kind[0] ?? '', folder }];
  });
}

interface CargoMessage {
  readonly reason?: string;
  readonly executable?: string | null;
  readonly manifest_path?: string;
  readonly target?: { readonly name?: string; readonly kind?: readonly string[] };
}

function parseMessage(line: string): CargoMessage | undefined {
  try {
    return JSON.parse(line) as CargoMessage;
  } catch {
    return undefined;
  }
}

/** The one program to record; several are a question to the user. */
export function chooseExecutable(
  found: readonly CargoExecutable[],
  request: CargoRequest,
): CargoExecutable {
  const { kind, name } = request;
  const wanted = found.filter((each) => kind === 'any' || each.name === name);
  const [only] = wanted;
  if (only !== undefined && wanted.length === 1) return only;
  const names = [...new Set(found.map((each) => `--${each.kind} ${each.name}`))];
  const what =
    only === undefined
      ? 'cargo built no program'
      : `cargo built ${wanted.length} programs, and one can be recorded`;
  throw new ToolError('usage', what, {
    hint: names.length === 0 ? 'run it where Cargo.toml is' : `say which: ${names.join(', ')}`,
  });
}
