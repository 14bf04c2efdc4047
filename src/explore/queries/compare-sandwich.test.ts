import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileFromPicture } from '../../profile/testing/picture.ts';
import { explored, scopeOf } from '../testing/explored.ts';
import { type TimedSample, timedSamples, timelineProfile } from '../testing/timeline.ts';
import { treeTotals } from '../testing/tree-picture.ts';
import { answerCompareFunction } from './compare-function.ts';
import { answerCompareSandwich } from './compare-sandwich.ts';
import type { CompareTreeAnswer } from './compare-tree.ts';

const sides = { base: scopeOf(0), after: scopeOf(1), normalize: false };
const of = (name: string) => ({ ...sides, name, module: '', minimumShare: 0 });

/** Base and new per path below the root, without processes. */
function bothSides(tree: CompareTreeAnswer): Map<string, readonly [number, number]> {
  const base = treeTotals({ ...tree, total: tree.base.total });
  return new Map([...treeTotals(tree)].map(([path, now]) => [path, [base.get(path) ?? 0, now]]));
}

describe('the sandwich of a comparison', () => {
  const before = profileFromPicture(`
    main   main   main
    parse  parse  eval
    read   read   read
    next          skip
    30     20     10`);
  const after = profileFromPicture(`
    main   main   start
    parse  eval   load
    read   read   read
    next   fill
    10     20     5`);

  it('has callers and callees of both, with what is new and what is gone', async () => {
    const found = await answerCompareSandwich(explored(before, after), of('read'));
    expect(Object.fromEntries(bothSides(found?.callers as CompareTreeAnswer))).toEqual({
      read: [60, 35],
      'read;parse': [50, 10],
      'read;parse;main': [50, 10],
      'read;eval': [10, 20],
      'read;eval;main': [10, 20],
      'read;load': [0, 5],
      'read;load;start': [0, 5],
    });
    expect(Object.fromEntries(bothSides(found?.callees as CompareTreeAnswer))).toEqual({
      read: [60, 35],
      'read;next': [30, 10],
      'read;skip': [10, 0],
      'read;fill': [0, 20],
    });
    expect(found).toMatchObject({ self: { base: 20, new: 5 }, total: { base: 60, new: 35 } });
  });

  it('knows what only one side has', async () => {
    const exploration = explored(before, after);
    expect(await answerCompareSandwich(exploration, of('skip'))).toMatchObject({
      total: { base: 10, new: 0 },
    });
    expect(await answerCompareSandwich(exploration, of('nobody'))).toBeNull();
  });

  it('equals adding up samples one by one', async () => {
    await fc.assert(
      fc.asyncProperty(timedSamples, timedSamples, async (base, now) => {
        const exploration = explored(timelineProfile(base), timelineProfile(now));
        const found = await answerCompareSandwich(exploration, of('a'));
        const expected = mergeSides(calleesOf(base, 'a'), calleesOf(now, 'a'));
        if (found === null) expect(expected.get('a') ?? [0, 0]).toEqual([0, 0]);
        else expect(nonZero(bothSides(found.callees))).toEqual(nonZero(expected));
      }),
      { numRuns: 40 },
    );
  });
});

describe('one function of a comparison', () => {
  it('has callers and callees by how much they changed, as adding up samples gives them', async () => {
    await fc.assert(
      fc.asyncProperty(timedSamples, timedSamples, async (base, now) => {
        const exploration = explored(timelineProfile(base), timelineProfile(now));
        const request = { ...of('a'), by: 'functions', buckets: 4, mostCalls: 100 } as const;
        const found = await answerCompareFunction(exploration, request);
        const total = [base, now].map((side) => calleesOf(side, 'a').get('a') ?? 0);
        if (found === null) return;
        expect([found.total.base, found.total.new]).toEqual(total);
        const expected = mergeSides(callersOf(base, 'a'), callersOf(now, 'a'));
        const rows = new Map(
          found.callers.rows.map((row) => [row.name, [row.base, row.new] as const]),
        );
        expect(nonZero(rows)).toEqual(nonZero(expected));
        const changes = found.callers.rows.map((row) => Math.abs(row.new - row.base));
        expect(changes).toEqual(changes.toSorted((a, b) => b - a));
      }),
      { numRuns: 40 },
    );
  });
});

type Totals = Map<string, number>;

/** Per path from the outermost `name` down what passes through it. */
function calleesOf(samples: readonly TimedSample[], name: string): Totals {
  const totals: Totals = new Map();
  for (const { path, value } of samples) {
    const at = path.indexOf(name);
    if (at < 0) continue;
    for (let end = at + 1; end <= path.length; end++) {
      const key = path.slice(at, end).join(';');
      totals.set(key, (totals.get(key) ?? 0) + value);
    }
  }
  return totals;
}

function callersOf(samples: readonly TimedSample[], name: string): Totals {
  const totals: Totals = new Map();
  for (const { path, value } of samples) {
    const caller = path[path.indexOf(name) - 1];
    if (!path.includes(name) || caller === undefined) continue;
    totals.set(caller, (totals.get(caller) ?? 0) + value);
  }
  return totals;
}

function mergeSides(base: Totals, now: Totals): Map<string, readonly [number, number]> {
  const keys = [...new Set([...base.keys(), ...now.keys()])];
  return new Map(keys.map((key) => [key, [base.get(key) ?? 0, now.get(key) ?? 0]]));
}

function nonZero(of: ReadonlyMap<string, readonly [number, number]>): Record<string, unknown> {
  const kept = [...of].filter(([, [base, now]]) => base !== 0 || now !== 0);
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
}
