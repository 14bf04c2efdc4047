import { assert } from '../base/assert.ts';
import type { PgoTarget } from './pgo-config.ts';
import type { Toolchain } from './toolchain.ts';
import { clangSampleToolchain } from './toolchains/clang-sample-toolchain.ts';
import { clangToolchain } from './toolchains/clang-toolchain.ts';
import { goToolchain } from './toolchains/go-toolchain.ts';
import { rustSampleToolchain } from './toolchains/rust-sample-toolchain.ts';
import { rustToolchain } from './toolchains/rust-toolchain.ts';

/** By `language` in plateau.toml; a language may have several, by compiler and mode. */
const toolchains: Readonly<Record<string, (target: PgoTarget) => Toolchain>> = {
  go: () => goToolchain,
  rust: ({ mode }) => (mode === 'sample' ? rustSampleToolchain : rustToolchain),
  c: cToolchain,
  'c++': cToolchain,
};

function cToolchain({ mode }: PgoTarget): Toolchain {
  return mode === 'sample' ? clangSampleToolchain : clangToolchain;
}

export function toolchainOf(target: PgoTarget): Toolchain {
  const choose = toolchains[target.language];
  assert(choose !== undefined, `no toolchain for ${target.language}`);
  return choose(target);
}
