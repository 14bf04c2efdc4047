import { malformed } from '../base/tool-error.ts';
import { currentMajor } from './layout-table.ts';
import type { Contents } from './read-container.ts';

/** Turns the columns of one major version into those of the next. */
export type Upgrader = (contents: Contents) => Contents;

/**
 * By the major version upgraded from. Every version from 1 on stays readable for ever: a change of
 * meaning adds a line here and a file of the old version to `testdata/`.
 */
export const upgraders: ReadonlyMap<number, Upgrader> = new Map();

export function upgradeContents(
  contents: Contents,
  table: ReadonlyMap<number, Upgrader> = upgraders,
  target: number = currentMajor,
): Contents {
  let upgraded = contents;
  for (let major = contents.version.major; major < target; major++) {
    const upgrade = table.get(major);
    if (upgrade === undefined) {
      throw malformed('file header', 8, `there is no version ${major} of the format`);
    }
    upgraded = { ...upgrade(upgraded), version: { major: major + 1, minor: 0 } };
  }
  return upgraded;
}
