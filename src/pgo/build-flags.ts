import type { PgoTarget } from './pgo-config.ts';
import { selectionArgs } from './toolchains/cargo-settings.ts';

/** What a target is built with, as far as a profile depends on it: another choice, another shape of code. */
export function buildFlags(target: PgoTarget): readonly string[] {
  if (target.build.length > 0) return target.build;
  const chosen = target.cargo === null ? [] : selectionArgs(target.cargo, target.package);
  return [...chosen, ...target.flags];
}
