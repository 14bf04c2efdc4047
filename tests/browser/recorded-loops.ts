import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, type TestContext } from 'vitest';
import { samplingRight } from '../../src/record/index.ts';
import { findTool, skip } from '../judges/requires.ts';
import { runPlateau } from '../running-plateau.ts';
import type { UiFile } from './ui-page.ts';

export const loopsSource: string = fileURLToPath(
  new URL('../../fixtures/programs/nested-loops/loops.c', import.meta.url),
);

/** The line that costs nearly everything, from 1. */
export const hotLine: number =
  readFileSync(loopsSource, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes('// hot')) + 1;

/** Compiles and records fixtures/programs/nested-loops, once per test file; skips where that cannot be. */
export function recordedLoops(): (context: TestContext) => Promise<UiFile> {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-loops-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let made: Promise<UiFile> | undefined;
  return async (context) => {
    const right = samplingRight();
    if (!right.allowed) skip(context, `sampling is refused: ${right.reason}`);
    const cc = findTool('cc');
    if (cc === undefined) return skip(context, 'cc not found');
    made ??= record(folder, cc);
    return made;
  };
}

async function record(cwd: string, cc: string): Promise<UiFile> {
  execFileSync(cc, ['-O1', '-g', '-o', join(cwd, 'loops'), loopsSource]);
  const words = ['record', '-q', '-o', 'loops.plateau', '--', './loops', '2000000'];
  const run = await runPlateau(words, { cwd });
  if (run.status !== 0) throw new Error(run.stderr);
  return { name: 'loops.plateau', bytes: readFileSync(join(cwd, 'loops.plateau')) };
}
