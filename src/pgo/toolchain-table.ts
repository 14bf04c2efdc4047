import { assert } from '../base/assert.ts';
import type { PgoTarget } from './pgo-config.ts';
import type { Toolchain } from './toolchain.ts';
import { clangSampleToolchain } from './toolchains/clang-sample-toolchain.ts';
import { clangToolchain } from './toolchains/clang-toolchain.ts';
import { gccSampleToolchain } from './toolchains/gcc-sample-toolchain.ts';
import { gccToolchain } from './toolchains/gcc-toolchain.ts';
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

/** Compilers are told apart by name: `clang-19`, `/opt/llvm/bin/clang++`; all others are taken for gcc. */
function cToolchain({ mode, compiler }: PgoTarget): Toolchain {
  if (/clang[^/]*$/.test(compiler)) {
    return mode === 'sample' ? clangSampleToolchain : clangToolchain;
  }
  return mode === 'sample' ? gccSampleToolchain : gccToolchain;
}

export function toolchainOf(target: PgoTarget): Toolchain {
  const choose = toolchains[target.language];
  assert(choose !== undefined, `no toolchain for ${target.language}`);
  return choose(target);
}
