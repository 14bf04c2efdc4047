import { describe, expect, it } from 'vitest';
import { summarizeFact } from '../../analysis/index.ts';
import { evenTicks, linearScale, ratioScale } from './axis-scale.ts';
import { layOutDistributions } from './distribution-layout.ts';
import { dotSwarm, findNearestDot } from './dot-swarm.ts';
import { asSpeed, layOutForest } from './forest-layout.ts';

const span = { start: 10, end: 510 };

describe('scales', () => {
  it('begin at zero unless all values are close together', () => {
    expect(linearScale(50, 100, span).from).toBe(0);
    const close = linearScale(95, 100, span);
    expect(close.from).toBeGreaterThan(90);
    expect([close.place(close.from), close.place(close.to)]).toEqual([10, 510]);
  });

  it('have round ticks inside', () => {
    expect(evenTicks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]);
    expect(evenTicks(93, 107, 4)).toEqual([95, 100, 105]);
    expect(evenTicks(5, 5, 4)).toEqual([]);
  });

  it('of ratios put a factor and its inverse equally far from 1, which is always there', () => {
    const scale = ratioScale([0.5, 1.5], span);
    const one = scale.place(1);
    expect(scale.place(2) - one).toBeCloseTo(one - scale.place(0.5), 9);
    expect(scale.ticks).toContain(1);
    expect(ratioScale([], span).ticks).toContain(1);
    expect(ratioScale([0.001, 1e300], span).to).toBeLessThan(200);
  });

  it('of ratios never make one per mille look like much', () => {
    const scale = ratioScale([1.001], span);
    expect(scale.from).toBeLessThan(0.995);
    expect(scale.to).toBeGreaterThan(1.005);
  });
});

describe('dots', () => {
  it('that would lie on each other move apart within their row', () => {
    const dots = dotSwarm(Array(9).fill(100), { radius: 3, halfHeight: 12 });
    expect(new Set(dots.map(({ offset }) => offset)).size).toBeGreaterThan(2);
    expect(dots.every(({ offset }) => Math.abs(offset) <= 12)).toBe(true);
  });

  it('are found by who points near them, and only then', () => {
    const dots = dotSwarm([10, 50, Number.NaN, 90], { radius: 3, halfHeight: 12 });
    expect(dots.map(({ index }) => index)).toEqual([0, 1, 3]);
    expect(findNearestDot(dots, 88, 2, 8)?.index).toBe(3);
    expect(findNearestDot(dots, 70, 0, 8)).toBeUndefined();
  });
});

describe('distributions', () => {
  const columns = [
    [20, 21, 22, 20.5, 21.5, 21, 20.7, 40],
    [10, 11, 12, 10.5, 11.5, 11, 10.7, 11.1],
  ];
  const { series } = summarizeFact({
    columns,
    against: [0, 0],
    again: null,
    margin: 0.01,
    seed: 1,
  });

  it('stay within their span and their rows', () => {
    const { rows, measures, height, scale } = layOutDistributions(columns, series, span);
    expect(height).toBe(2 * measures.height);
    for (const row of rows) {
      expect(row.low).toBeLessThanOrEqual(row.median);
      expect(row.median).toBeLessThanOrEqual(row.high);
      expect(row.dots).toHaveLength(8);
      for (const [, across, down] of row.cloud.matchAll(/([\d.-]+) ([\d.-]+)/g)) {
        const [x, y] = [Number(across), Number(down)];
        expect(x).toBeGreaterThanOrEqual(span.start);
        expect(x).toBeLessThanOrEqual(span.end);
        expect(y).toBeGreaterThanOrEqual(row.top);
        expect(y).toBeLessThanOrEqual(row.top + measures.height);
      }
    }
    expect(rows[0]?.median).toBeCloseTo(scale.place(21), 5);
  });

  it('of many commands leave the clouds out', () => {
    const many = Array(9).fill(columns[0]) as number[][];
    const all = Array(9).fill(series[0]);
    expect(layOutDistributions(many, all, span).rows.every(({ cloud }) => cloud === '')).toBe(true);
  });
});

describe('a forest plot', () => {
  const row = {
    ratio: 0.8,
    interval: { low: 0.75, high: 0.9 },
    noiseFloor: { low: 0.98, high: 1.02 },
  };

  it('has interval, ratio and band in their order, and 1 within', () => {
    const { marks, one } = layOutForest([row], span);
    const [mark] = marks;
    const order = [mark?.low, mark?.x, mark?.high, mark?.noise?.low, one, mark?.noise?.high].map(
      Number,
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(mark?.isLowCut).toBe(false);
  });

  it('says when an interval goes on beyond the axis', () => {
    const endless = { ratio: 1, interval: { low: 0, high: Number.MAX_VALUE }, noiseFloor: null };
    const [mark] = layOutForest([endless], span).marks;
    expect(mark).toMatchObject({ low: 10, high: 510, isLowCut: true, isHighCut: true });
  });

  it('as speed is the same seen from the other side', () => {
    const speed = asSpeed(row);
    expect(speed.ratio).toBe(1.25);
    expect(speed.interval.low).toBeCloseTo(1 / 0.9);
    expect(speed.noiseFloor?.high).toBeCloseTo(1 / 0.98);
    expect(asSpeed(speed).interval.high).toBeCloseTo(0.9);
  });
});
