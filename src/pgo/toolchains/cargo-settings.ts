import type { TomlTable } from '../toml-table.ts';

/** What only targets that cargo builds have. */
export interface CargoSettings {
  /** `--bin` or `--example`; both empty = the only program of the package. */
  readonly bin: string;
  readonly example: string;
  readonly features: readonly string[];
  readonly allFeatures: boolean;
  readonly defaultFeatures: boolean;
  /** Cargo's own profile: release, or one of `[profile.NAME]` in Cargo.toml. */
  readonly cargoProfile: string;
  /** What is compiled for; empty = what cargo's configuration says, or this machine. */
  readonly triple: string;
}

export function readCargoSettings(table: TomlTable): CargoSettings {
  const settings: CargoSettings = {
    bin: table.text('bin', ''),
    example: table.text('example', ''),
    features: table.texts('features'),
    allFeatures: table.flag('all-features', false),
    defaultFeatures: table.flag('default-features', true),
    cargoProfile: table.text('cargo-profile', 'release'),
    triple: table.text('triple', ''),
  };
  if (settings.bin !== '' && settings.example !== '') {
    throw table.wrong('example', 'stands beside bin: a target is one program');
  }
  return settings;
}

/** The arguments of `cargo build` that choose what is built. */
export function selectionArgs(settings: CargoSettings, packageName: string): string[] {
  const { bin, example, features, allFeatures, defaultFeatures, cargoProfile } = settings;
  return [
    ...(cargoProfile === 'release' ? ['--release'] : ['--profile', cargoProfile]),
    ...(packageName === '.' ? [] : ['--package', packageName]),
    ...(bin === '' ? [] : ['--bin', bin]),
    ...(example === '' ? [] : ['--example', example]),
    ...(features.length === 0 ? [] : ['--features', features.join(',')]),
    ...(allFeatures ? ['--all-features'] : []),
    ...(defaultFeatures ? [] : ['--no-default-features']),
  ];
}
