import { describe, expect, it } from 'vitest';
import { type Machine, unlikeMachines } from './machine.ts';

const here: Machine = { processor: 'A', processors: 2, kernel: 'Linux 6.1', version: '0.1.0' };

describe('unlikeMachines', () => {
  it('names what differs from the first, each once', () => {
    const there = { ...here, processor: 'B', processors: 1, kernel: 'Linux 6.8' };
    expect(unlikeMachines([here, there, there])).toEqual([
      'A against B',
      '2 processors against 1 processor',
      'Linux 6.1 against Linux 6.8',
    ]);
  });

  it('finds none in the same machine, in one alone, and in what is not known', () => {
    expect(unlikeMachines([here, { ...here, version: '0.2.0' }])).toEqual([]);
    expect(unlikeMachines([here])).toEqual([]);
    expect(unlikeMachines([])).toEqual([]);
    expect(unlikeMachines([here, { ...here, processor: '', processors: 0 }])).toEqual([]);
  });
});
