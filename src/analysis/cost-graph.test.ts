import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  framesOf,
  granularities,
  type Profile,
  type StackIndex,
  type ValueTypeIndex,
} from '../profile/index.ts';
import { arbitraryProfile } from '../profile/testing/arbitrary-profile.ts';
import { profileFromPicture } from '../profile/testing/picture.ts';
import { callTables } from './call-tables.ts';
import { type CostGraph, costGraph, noTrimming, type TrimOptions } from './cost-graph.ts';
import { measureOf } from './measure.ts';
import { defaultNodeOptions, nodeTable } from './node-table.ts';
import { outermostOccurrences, stackOrder } from './stack-order.ts';

const first = 0 as ValueTypeIndex;

/** Values of both signs, as differences have them. */
const signedProfile: fc.Arbitrary<Profile> = arbitraryProfile({ times: false }).map((profile) => ({
  ...profile,
  samples: {
    ...profile.samples,
    values: profile.samples.values.map((column) => column.map((value) => value - 50)),
  },
}));

function graphOf(profile: Profile, trim: Partial<TrimOptions> = {}): CostGraph {
  const options = { ...noTrimming, ...trim };
  return costGraph(profile, measureOf(profile, first), defaultNodeOptions, options);
}

/** The same sums the long way: sample by sample, as pprof does it. */
function sumsBySample(profile: Profile, kept: ReadonlySet<string> | undefined) {
  const nodes = nodeTable(profile, defaultNodeOptions);
  const labelOfStack = (stack: number): string =>
    nodes.infos[nodes.ofStack[stack] ?? -1]?.label ?? '';
  const sums = new Map<string, number>();
  const add = (key: string, value: number): void => {
    sums.set(key, (sums.get(key) ?? 0) + value);
  };
  const { stack, values } = profile.samples;
  for (let row = 0; row < stack.length; row++) {
    const value = values[first]?.[row] ?? 0;
    if (value === 0) continue;
    const path: string[] = [];
    for (let at = stack[row] ?? -1; at >= 0; at = profile.stacks.parent[at] ?? -1) {
      path.unshift(labelOfStack(at));
    }
    const shown = path.filter((label) => kept?.has(label) ?? true);
    for (const label of new Set(shown)) add(`cum ${label}`, value);
    const edges = shown.slice(1).map((label, index) => [shown[index], label] as const);
    const calls = edges.filter(([from, to]) => from !== to).map(([from, to]) => `${from} → ${to}`);
    for (const call of new Set(calls)) add(call, value);
    const leaf = path.at(-1);
    if (leaf !== undefined && (kept?.has(leaf) ?? true)) add(`flat ${leaf}`, value);
  }
  return sums;
}

describe('the cost graph', () => {
  it('agrees with summing sample by sample, trimmed or not', () => {
    fc.assert(
      fc.property(signedProfile, fc.integer({ min: 0, max: 4 }), (profile, nodeCount) => {
        const graph = graphOf(profile, { nodeCount });
        const labels = Array.from(graph.shown, (node) => graph.nodes.infos[node]?.label ?? '');
        const all = nodeCount === 0 || graph.shown.length === graph.nodesBeforeCount;
        const expected = sumsBySample(profile, all ? undefined : new Set(labels));
        for (const table of callTables(graph)) {
          const { label } = table.info;
          expect(table.flat).toBe(expected.get(`flat ${label}`) ?? 0);
          expect(table.cum).toBe(expected.get(`cum ${label}`) ?? 0);
          for (const { info, weight } of table.callees) {
            expect(weight).toBe(expected.get(`${label} → ${info.label}`));
          }
          for (const { info, weight } of table.callers) {
            expect(weight).toBe(expected.get(`${info.label} → ${label}`));
          }
        }
      }),
      { seed: 1 },
    );
  });

  it('spends every sample that has a stack once, at every granularity', () => {
    fc.assert(
      fc.property(signedProfile, fc.constantFrom(...granularities), (profile, granularity) => {
        const measure = measureOf(profile, first);
        const options = { ...defaultNodeOptions, granularity };
        const { costs } = costGraph(profile, measure, options, noTrimming);
        const { stack } = profile.samples;
        const withStack = measure.values.filter((_, row) => (stack[row] ?? -1) >= 0);
        expect(sum(costs.flat)).toBe(sum(withStack));
      }),
      { seed: 2 },
    );
  });

  it('carries the observations behind every number', () => {
    const graph = graphOf(
      profileFromPicture(`
        main  main
        a     a
        b     a
        7     2
      `),
    );
    const samples = callTables(graph).map((row) => [
      row.info.name,
      row.flatSamples,
      row.cumSamples,
    ]);
    expect(samples).toEqual([
      ['b', 7, 7],
      ['a', 2, 9],
      ['main', 0, 9],
    ]);
  });
});

it('outermostOccurrences marks what an upward search does not find again', () => {
  fc.assert(
    fc.property(arbitraryProfile(), (profile) => {
      const { stacks } = profile;
      const keys = stacks.frame.map((frame) => (frame % 4) - 1);
      const marked = outermostOccurrences(stackOrder(stacks), keys, 4);
      for (let at = 0; at < stacks.length; at++) {
        const above: number[] = [];
        for (let up = stacks.parent[at] ?? -1; up >= 0; up = stacks.parent[up] ?? -1) {
          above.push(keys[up] ?? -1);
        }
        const key = keys[at] ?? -1;
        expect(marked[at]).toBe(key >= 0 && !above.includes(key) ? 1 : 0);
      }
    }),
    { seed: 3 },
  );
});

it('stackOrder puts what lies below a stack behind it', () => {
  fc.assert(
    fc.property(arbitraryProfile(), (profile) => {
      const { stacks } = profile;
      const { place, depth } = stackOrder(stacks);
      expect(Array.from(place).sort((a, b) => a - b)).toEqual(Array.from(place.keys()));
      for (let at = 0; at < stacks.length; at++) {
        const path = framesOf(profile, at as StackIndex);
        expect(depth[place[at] ?? 0]).toBe(path.length - 1);
        const up = stacks.parent[at] ?? -1;
        if (up >= 0) expect(place[at]).toBeGreaterThan(place[up] ?? 0);
      }
    }),
    { seed: 4 },
  );
});

function sum(column: Float64Array): number {
  return column.reduce((total, value) => total + value, 0);
}
