import { describe, expect, it } from 'vitest';
import { axisTicks, formatTime, formatTimeSpan, niceStep, wallClock } from './time-axis.ts';

const spaced = (text: string): string => text.replaceAll('\u202f', ' ');
const ticks = (startNs: number, endNs: number, width: number): string =>
  axisTicks({ startNs, endNs }, width)
    .map(({ label }) => spaced(label))
    .join(', ');

describe('axisTicks', () => {
  it('steps by 1, 2 and 5', () => {
    expect([0.9, 1, 1.1, 2.5, 7, 99, 101].map(niceStep)).toEqual([1, 1, 2, 5, 10, 100, 200]);
  });

  it('has one unit per axis and the digits that tell ticks apart', () => {
    expect(ticks(0, 4e9, 400)).toBe('0 s, 1 s, 2 s, 3 s');
    expect(ticks(2.2e9, 3.4e9, 600)).toBe('2.2 s, 2.4 s, 2.6 s, 2.8 s, 3.0 s, 3.2 s');
    expect(ticks(0, 3e8, 400)).toBe('0 ms, 100 ms, 200 ms');
    expect(ticks(1_000_000, 1_000_400, 400)).toBe('1.0000 ms, 1.0001 ms, 1.0002 ms, 1.0003 ms');
    expect(ticks(0, 900, 400)).toBe('0 ns, 200 ns, 400 ns, 600 ns, 800 ns');
  });

  it('has none without room or time', () => {
    expect(axisTicks({ startNs: 5, endNs: 5 }, 400)).toEqual([]);
    expect(axisTicks({ startNs: 0, endNs: 9 }, 0)).toEqual([]);
  });
});

describe('times as text', () => {
  it('are as exact as what is looked at', () => {
    expect(spaced(formatTime(2.2034e9, 1.2e9))).toBe('2.20 s');
    expect(spaced(formatTime(2.2034e9, 4e6))).toBe('2.203 40 s');
    expect(spaced(formatTimeSpan({ startNs: 2.2e9, endNs: 3.4e9 }))).toBe('2.20–3.40 s');
    expect(spaced(formatTimeSpan({ startNs: 0, endNs: 1.2e10 }))).toBe('0.00–12.00 s');
  });

  it('name the clock on the wall where it is known', () => {
    expect(wallClock(0n, 5)).toBe('');
    const noon = BigInt(new Date(2026, 10, 15, 12, 0, 0).getTime()) * 1_000_000n;
    expect(wallClock(noon, 1.5e9)).toBe('2026-11-15 12:00:01.500');
  });
});
