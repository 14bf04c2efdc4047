import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../../src/base/random.ts';
import { ToolError } from '../../src/base/tool-error.ts';
import { mutate } from './mutation.ts';
import type { FuzzTarget } from './target.ts';

export interface FuzzBudget {
  readonly seed: number;
  /** Stops after so many cases, or so much time, or so many bytes, whichever comes first. */
  readonly cases: number;
  readonly seconds: number;
  readonly bytes: number;
}

export interface FuzzResult {
  readonly cases: number;
  /** How many inputs were still good enough to give a profile. */
  readonly accepted: number;
}

const crashFolder = fileURLToPath(new URL('../../.build/fuzz', import.meta.url));

/** Feeds mutated seeds to a target. The first crash is written to a file and thrown. */
export async function runTarget(target: FuzzTarget, budget: FuzzBudget): Promise<FuzzResult> {
  const seeds = target.seeds();
  for (const seed of seeds) await target.run(seed);
  const random = seededRandom(budget.seed);
  const end = performance.now() + budget.seconds * 1000;
  let accepted = 0;
  let cases = 0;
  for (let bytes = 0; cases < budget.cases && bytes < budget.bytes; cases++) {
    if (performance.now() > end) break;
    const input = mutate(seeds, random);
    bytes += input.length;
    try {
      await target.run(input);
      accepted++;
    } catch (error) {
      if (error instanceof ToolError) continue;
      throw crashed(target, input, budget.seed, error);
    }
  }
  return { cases, accepted };
}

function crashed(target: FuzzTarget, input: Uint8Array, seed: number, cause: unknown): Error {
  mkdirSync(crashFolder, { recursive: true });
  const path = join(crashFolder, `${target.name}-${seed}`);
  writeFileSync(path, input);
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return new Error(`${target.name} crashed with seed ${seed}, input kept in ${path}\n${reason}`, {
    cause,
  });
}
