import { expect, it } from 'vitest';
import { benchFn } from './bench-function.ts';

const quick = { warmupMs: 5, minTimeMs: 20, minSamples: 12, maxSamples: 40 };

function sumTo(count: number): number {
  let sum = 0;
  for (let at = 0; at < count; at++) sum += Math.sqrt(at);
  return sum;
}

it('tells a slow function from a quick one', async () => {
  const result = await benchFn({ old: () => sumTo(20_000), new: () => sumTo(1000) }, quick);
  const [old, after] = result.summary.series;
  expect(old).toMatchObject({ name: 'old', comparison: null });
  expect(after?.comparison?.verdict).toBe('faster');
  expect(after?.comparison?.interval.high).toBeLessThan(1);
  expect(result.summary.noiseFloor).not.toBeNull();
  expect(after?.runs).toBeGreaterThanOrEqual(12);
});

it('calls short functions many times for one timing, and says so', async () => {
  let calls = 0;
  const { batches, percentiles } = await benchFn({ short: () => ++calls }, quick);
  // Thousands of calls, fewer if the machine was elsewhere while the size was sought.
  const batch = batches['short'] ?? 0;
  expect(batch).toBeGreaterThan(10);
  expect(calls).toBeGreaterThanOrEqual(12 * batch);
  const { p50 = 0, p99 = 0 } = percentiles['short'] ?? {};
  expect(p50).toBeGreaterThan(0);
  expect(p99).toBeGreaterThanOrEqual(p50);
});

it('waits for promises', async () => {
  let open = 0;
  let most = 0;
  const call = async (): Promise<void> => {
    most = Math.max(most, ++open);
    await Promise.resolve();
    open--;
  };
  await benchFn({ call }, quick);
  expect(most).toBe(1);
});

it('collects garbage only where Node lets it', async () => {
  const { collected } = await benchFn({ one: () => 1 }, { ...quick, gc: false });
  expect(collected).toBe(false);
  const { collected: asNodeSays } = await benchFn({ one: () => 1 }, quick);
  expect(asNodeSays).toBe(globalThis.gc !== undefined);
});

it('refuses nothing', async () => {
  await expect(benchFn({})).rejects.toThrow(/no function/);
});
