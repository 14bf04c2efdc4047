import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseToml } from '../toml-table.ts';

type Values = Readonly<Record<string, unknown>>;

/** What of cargo's configuration decides about flags of the compiler. */
export interface CargoConfig {
  /** `build.rustflags`; null = not set. Of several files the nearest comes last, as cargo joins them. */
  readonly buildFlags: readonly string[] | null;
  /** Keys of `[target.…]` that set `rustflags`: triples and `cfg(…)`. */
  readonly flaggedTargets: readonly string[];
  /** `build.target` when it is one. */
  readonly target: string;
}

export interface CargoSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where cargo is started. */
  readonly cwd: string;
}

const deepestInclude = 8;

/**
 * Reads `.cargo/config.toml` of the folder and all above it, then that of cargo's home: cargo's own
 * command for it is not stable. Environment variables of the same meaning count too.
 */
export function readCargoConfig({ env, cwd }: CargoSurroundings): CargoConfig {
  const nearestFirst = configFiles(cwd, env).flatMap((path) => [...fileAndIncludes(path, 0)]);
  const flags: string[][] = [];
  const flagged = new Set<string>();
  let target = '';
  for (const values of nearestFirst.toReversed()) {
    const build = tableAt(values, 'build');
    if (build['rustflags'] !== undefined) flags.push(flagList(build['rustflags']));
    if (typeof build['target'] === 'string') target = build['target'];
    for (const [key, own] of Object.entries(tableAt(values, 'target'))) {
      if (isTable(own) && own['rustflags'] !== undefined) flagged.add(key);
    }
  }
  const fromEnv = env['CARGO_BUILD_RUSTFLAGS'];
  if (fromEnv !== undefined) flags.push(flagList(fromEnv));
  return {
    buildFlags: flags.length === 0 ? null : flags.flat(),
    flaggedTargets: [...flagged],
    target: env['CARGO_BUILD_TARGET'] ?? target,
  };
}

function configFiles(cwd: string, env: CargoSurroundings['env']): string[] {
  const folders: string[] = [];
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    folders.push(join(folder, '.cargo'));
    if (dirname(folder) === folder) break;
  }
  folders.push(env['CARGO_HOME'] ?? join(env['HOME'] ?? homedir(), '.cargo'));
  // The name without an ending is the older one, and wins where both are.
  const found = folders.map((folder) =>
    [join(folder, 'config'), join(folder, 'config.toml')].find((path) => existsSync(path)),
  );
  return [...new Set(found.filter((path) => path !== undefined))];
}

/** A file, then those it includes, whose settings give way to its own. */
function* fileAndIncludes(path: string, depth: number): Generator<Values> {
  if (depth > deepestInclude || !existsSync(path)) return;
  const values = parseToml({ path, text: readFileSync(path, 'utf8') });
  yield values;
  const listed = values['include'];
  const includes = Array.isArray(listed) ? listed.toReversed() : [listed];
  for (const each of includes) {
    const named: unknown = isTable(each) ? each['path'] : each;
    if (typeof named === 'string') {
      yield* fileAndIncludes(resolve(dirname(path), named), depth + 1);
    }
  }
}

/** Cargo takes a list, or one text with blanks between. */
function flagList(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' ? splitFlags(value) : [];
}

export function splitFlags(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

function tableAt(values: Values, key: string): Values {
  const found = values[key];
  return isTable(found) ? found : {};
}

function isTable(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
