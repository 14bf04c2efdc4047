import { describe, expect, it } from 'vitest';
import { countAndMeasure, valueTitle } from './value-title.ts';

const ns = (name: string) => ({ name, unit: 'nanoseconds' });
const count = (name: string) => ({ name, unit: 'count' });

describe('value types', () => {
  it('have plain titles', () => {
    const perf = [
      count('task-clock'),
      ns('task-clock-period'),
      ns('off-cpu'),
      count('page-faults'),
    ];
    expect(perf.map((type) => valueTitle(type, perf))).toEqual([
      'Samples',
      'CPU time',
      'Waited',
      'Page faults',
    ]);
    const cycles = [count('cycles'), count('cycles-period')];
    expect(cycles.map((type) => valueTitle(type, cycles))).toEqual(['Samples of cycles', 'Cycles']);
    const go = [count('alloc_objects'), { name: 'alloc_space', unit: 'bytes' }];
    expect(go.map((type) => valueTitle(type, go))).toEqual(['Allocations', 'Allocated']);
  });

  it('with the same title are told apart', () => {
    const two = [ns('cpu-clock-period'), ns('cpu')];
    expect(two.map((type) => valueTitle(type, two))).toEqual([
      'CPU time (cpu-clock-period)',
      'CPU time (cpu)',
    ]);
  });

  it('know the count of a measure', () => {
    const all = [count('cpu-clock'), ns('cpu-clock-period'), ns('off-cpu')];
    const pair = { count: all[0], measure: all[1] };
    expect(countAndMeasure(all[0] ?? count(''), all)).toEqual(pair);
    expect(countAndMeasure(all[1] ?? count(''), all)).toEqual(pair);
    expect(countAndMeasure(ns('off-cpu'), all)).toBeUndefined();
    const heap = [count('inuse_objects'), { name: 'inuse_space', unit: 'bytes' }];
    expect(countAndMeasure(count('inuse_objects'), heap)?.measure.name).toBe('inuse_space');
  });
});
