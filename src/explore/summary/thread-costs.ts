import type { SideCosts } from '../../analysis/index.ts';
import type { Exploration } from '../exploration.ts';
import { countColumn } from '../sample-index.ts';
import { sampleRows } from '../sample-rows.ts';
import type { Scope } from '../scope.ts';

/**
 * What threads of a scope cost, as a comparison takes it: `keyOf` names each thread of the profile, and
 * those of one name are summed. Samples of no thread are left out of the rows, not of the sum.
 */
export function threadCosts(
  exploration: Exploration,
  scope: Scope,
  keyOf: readonly string[],
): SideCosts {
  const name = [...new Set(keyOf)];
  const keys = new Map(name.map((each, at) => [each, at]));
  const keyOfThread = Int32Array.from(keyOf, (key) => keys.get(key) ?? -1);
  const sums = sumThreads(exploration, scope, keyOfThread, name.length);
  const { value, samples, squares, sum, observed, allSquares } = sums;
  const columns = { value, samples, squares };
  return {
    length: name.length,
    name,
    module: name.map(() => ''),
    self: columns,
    total: columns,
    sum,
    samples: observed,
    effectiveSamples: allSquares > 0 ? (sum * sum) / allSquares : 0,
  };
}

interface ThreadSums {
  readonly value: Float64Array;
  readonly samples: Float64Array;
  readonly squares: Float64Array;
  readonly sum: number;
  readonly observed: number;
  readonly allSquares: number;
}

/** Hot loop over the samples of the scope. */
function sumThreads(
  exploration: Exploration,
  scope: Scope,
  keyOfThread: Int32Array,
  keys: number,
): ThreadSums {
  const { profile } = exploration.file(scope.file);
  const index = exploration.samples(scope.file);
  const { ofSample } = index.slots;
  const isLeft = new Uint8Array(index.slots.length);
  for (const slot of exploration.shape(scope).slot) isLeft[slot] = 1;
  const values = profile.samples.values[index.valueType(scope.value)] ?? new Float64Array(0);
  const counts = countColumn(profile);
  const { thread } = profile.samples;
  const { from, to, rows, isChosen } = sampleRows(exploration, scope);
  const isNarrowed = scope.threads.length > 0 || scope.cpus.length > 0;
  const [value, samples, squares] = [0, 1, 2].map(() => new Float64Array(keys)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let [sum, observed, allSquares] = [0, 0, 0];
  for (let place = from; place < to; place++) {
    const row = rows === null ? place : (rows[place] as number);
    const amount = values[row] as number;
    if (!(Math.abs(amount) > 0) || isLeft[ofSample[row] as number] === 0) continue;
    if (isNarrowed && !isChosen(row)) continue;
    const count = counts === null ? 1 : Math.abs(counts[row] as number);
    const square = (amount * amount) / Math.max(count, 1);
    sum += amount;
    observed += count;
    allSquares += square;
    const key = thread === null ? -1 : (keyOfThread[thread[row] as number] ?? -1);
    if (key < 0) continue;
    value[key] = (value[key] as number) + amount;
    samples[key] = (samples[key] as number) + count;
    squares[key] = (squares[key] as number) + square;
  }
  return { value, samples, squares, sum, observed, allSquares };
}
