import { type CargoConfig, type CargoSurroundings, splitFlags } from './cargo-config.ts';
import { holdsCfg } from './cfg-expression.ts';

/** How flags reach rustc: variables before the command, arguments behind it. */
export interface RustflagsRoute {
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

export interface RustflagsRequest {
  readonly flags: readonly string[];
  readonly env: CargoSurroundings['env'];
  readonly config: CargoConfig;
  readonly triple: string;
  /** `rustc --print cfg`, asked only when it matters. */
  readonly facts: () => ReadonlySet<string>;
}

/** Between flags of CARGO_ENCODED_RUSTFLAGS. */
const separator = '\x1f';

/**
 * Adds flags to those of the user and loses none. Cargo takes them from the first of four places that has
 * any: CARGO_ENCODED_RUSTFLAGS, RUSTFLAGS, `target.*.rustflags` (all that fit, joined) and
 * `build.rustflags`. So ours must go to the place where theirs are.
 */
export function addRustflags(request: RustflagsRequest): RustflagsRoute {
  const { flags, env, config } = request;
  if (flags.length === 0) return { env: {}, args: [] };
  const encoded = env['CARGO_ENCODED_RUSTFLAGS'];
  if (encoded !== undefined) {
    const theirs = encoded === '' ? [] : encoded.split(separator);
    return { env: { CARGO_ENCODED_RUSTFLAGS: [...theirs, ...flags].join(separator) }, args: [] };
  }
  const plain = env['RUSTFLAGS'];
  if (plain !== undefined) {
    const all = [...splitFlags(plain), ...flags];
    if (all.some((flag) => flag.includes(' '))) {
      return { env: { CARGO_ENCODED_RUSTFLAGS: all.join(separator) }, args: [] };
    }
    return { env: { RUSTFLAGS: all.join(' ') }, args: [] };
  }
  // Flags of a target would hide those of build: where these count, they are said again.
  const hidden = config.buildFlags === null || hasTargetFlags(request) ? [] : config.buildFlags;
  const list = [...hidden, ...flags].map((flag) => JSON.stringify(flag)).join(',');
  return { env: {}, args: ['--config', `target.'cfg(all())'.rustflags=[${list}]`] };
}

/** Whether any `[target.…]` with flags is about this triple. */
function hasTargetFlags({ env, config, triple, facts }: RustflagsRequest): boolean {
  const variable = `CARGO_TARGET_${triple.replaceAll(/[-.]/g, '_').toUpperCase()}_RUSTFLAGS`;
  if (env[variable] !== undefined || config.flaggedTargets.includes(triple)) return true;
  const expressions = config.flaggedTargets.filter((key) => key.startsWith('cfg('));
  if (expressions.length === 0) return false;
  const known = facts();
  return expressions.some((text) => holdsCfg(text, known) ?? true);
}
