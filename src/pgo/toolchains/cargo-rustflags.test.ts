import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CargoConfig, readCargoConfig } from './cargo-config.ts';
import { addRustflags, type RustflagsRoute } from './cargo-rustflags.ts';
import { holdsCfg } from './cfg-expression.ts';

const facts = new Set(['unix', 'target_os="linux"', 'target_arch="x86_64"', 'panic="unwind"']);
const triple = 'x86_64-unknown-linux-gnu';
const none: CargoConfig = { buildFlags: null, flaggedTargets: [], target: '' };

function route(
  config: Partial<CargoConfig>,
  env: Record<string, string> = {},
  flags: readonly string[] = ['-Cours=1'],
): RustflagsRoute {
  return addRustflags({ flags, env, config: { ...none, ...config }, triple, facts: () => facts });
}

const byConfig = (...flags: readonly string[]): RustflagsRoute => ({
  env: {},
  args: ['--config', `target.'cfg(all())'.rustflags=${JSON.stringify(flags)}`],
});

describe('flags beside those of the user', () => {
  it('change nothing when there are none', () => {
    expect(route({}, { RUSTFLAGS: '-Ctheirs' }, [])).toEqual({ env: {}, args: [] });
  });

  it('follow the environment, which hides all configuration', () => {
    expect(route({ buildFlags: ['-Cbuild'] }, { RUSTFLAGS: '-Ca  -Cb' })).toEqual({
      env: { RUSTFLAGS: '-Ca -Cb -Cours=1' },
      args: [],
    });
    const both = { RUSTFLAGS: '-Cignored', CARGO_ENCODED_RUSTFLAGS: '-Ca b\x1f-Cc' };
    expect(route({}, both).env).toEqual({ CARGO_ENCODED_RUSTFLAGS: '-Ca b\x1f-Cc\x1f-Cours=1' });
    expect(route({}, { RUSTFLAGS: '' }).env).toEqual({ RUSTFLAGS: '-Cours=1' });
    const blank = route({}, { RUSTFLAGS: '-Ca' }, ['-Cprofile-use=/my folder/p']);
    expect(blank.env).toEqual({ CARGO_ENCODED_RUSTFLAGS: '-Ca\x1f-Cprofile-use=/my folder/p' });
  });

  it('are joined by cargo to those of targets', () => {
    expect(route({})).toEqual(byConfig('-Cours=1'));
    expect(route({ flaggedTargets: [triple] })).toEqual(byConfig('-Cours=1'));
  });

  it('would hide those of build, which are said again where they count', () => {
    const buildFlags = ['-Ctarget-cpu=native'];
    const withBuild = byConfig('-Ctarget-cpu=native', '-Cours=1');
    expect(route({ buildFlags })).toEqual(withBuild);
    expect(route({ buildFlags, flaggedTargets: ['aarch64-apple-darwin'] })).toEqual(withBuild);
    expect(route({ buildFlags, flaggedTargets: ['cfg(windows)'] })).toEqual(withBuild);
    expect(route({ buildFlags, flaggedTargets: ['cfg(unix)'] })).toEqual(byConfig('-Cours=1'));
    const variable = { CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS: '-Cx' };
    expect(route({ buildFlags }, variable)).toEqual(byConfig('-Cours=1'));
  });
});

describe('cfg expressions', () => {
  it.each([
    ['cfg(unix)', true],
    ['cfg(windows)', false],
    ['cfg(target_os = "linux")', true],
    ['cfg(all(unix, not(target_arch = "aarch64")))', true],
    ['cfg(any(windows, all()))', true],
    ['cfg(any())', false],
    ['cfg(not(any(unix, windows,)))', false],
    ['cfg(all(unix', undefined],
    ['cfg(some(unix))', undefined],
    ['cfg(unix) x', undefined],
    [`cfg(${'not('.repeat(900)}`, undefined],
    ['', undefined],
  ])('%s', (text, holds) => {
    expect(holdsCfg(text, facts)).toBe(holds);
  });
});

describe("cargo's configuration", () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plateau-cargo-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  it('is that of all folders above, the nearest last, and of what they include', () => {
    write('home/config.toml', '[build]\nrustflags = "-Ca  -Cb"\ntarget = "far"\n');
    write('project/.cargo/config.toml', 'include = "more.toml"\n[build]\nrustflags = ["-Cd"]\n');
    write(
      'project/.cargo/more.toml',
      "[build]\nrustflags = ['-Cc']\n[target.'cfg(unix)']\nrustflags = ['x']\n",
    );
    write(
      'project/member/.cargo/config',
      "[build]\ntarget = 'near'\n[target.other]\nlinker = 'y'\n",
    );
    const cwd = join(folder, 'project/member');
    const env = { CARGO_HOME: join(folder, 'home') };
    expect(readCargoConfig({ env, cwd })).toEqual({
      buildFlags: ['-Ca', '-Cb', '-Cc', '-Cd'],
      flaggedTargets: ['cfg(unix)'],
      target: 'near',
    });
    const more = { ...env, CARGO_BUILD_TARGET: 'asked', CARGO_BUILD_RUSTFLAGS: '-Ce' };
    const asked = readCargoConfig({ env: more, cwd });
    expect(asked.target).toBe('asked');
    expect(asked.buildFlags?.at(-1)).toBe('-Ce');
  });

  it('that is broken is named with its line', () => {
    write('.cargo/config.toml', '[build]\nrustflags = [\n');
    const env = { CARGO_HOME: folder };
    expect(() => readCargoConfig({ env, cwd: folder })).toThrow(/config\.toml:\d/);
  });
});
