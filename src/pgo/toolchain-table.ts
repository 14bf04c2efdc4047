import { assert } from '../base/assert.ts';
import type { Toolchain } from './toolchain.ts';
import { goToolchain } from './toolchains/go-toolchain.ts';

/** One per language; the names are those of `language` in plateau.toml. */
const toolchains: readonly Toolchain[] = [goToolchain];

export function toolchainOf(language: string): Toolchain {
  const found = toolchains.find((each) => each.language === language);
  assert(found !== undefined, `no toolchain for ${language}`);
  return found;
}
