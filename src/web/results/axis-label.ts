import type { AxisScale } from '../../render/results/axis-scale.ts';
import { formatCount, narrowSpace } from '../kit/quantity.ts';

const unitSteps: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  nanoseconds: [
    [1e9, 's'],
    [1e6, 'ms'],
    [1e3, 'µs'],
    [1, 'ns'],
  ],
  bytes: [
    [2 ** 30, 'GiB'],
    [2 ** 20, 'MiB'],
    [2 ** 10, 'KiB'],
    [1, 'B'],
  ],
};

const shortSteps: readonly (readonly [number, string])[] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e4, 'k'],
];

/** One unit for the whole axis, and the digits that tell two ticks apart. */
export function axisLabel(value: number, { to, ticks }: AxisScale, unit: string): string {
  if (value === 0) return '0';
  const known = unitSteps[unit];
  const step = (ticks[1] ?? to) - (ticks[0] ?? 0);
  if (known === undefined) return countLabel(value, to);
  const [size, name] = known.find(([each]) => to >= each) ?? [1, ''];
  const digits = Math.min(4, Math.max(0, -Math.floor(Math.log10(step / size) + 1e-9)));
  return `${(value / size).toFixed(digits)}${narrowSpace}${name}`;
}

function countLabel(value: number, to: number): string {
  const [size, name] = shortSteps.find(([each]) => to >= each) ?? [1, ''];
  if (name === '') return formatCount(value);
  const factor = name === 'k' ? 1e3 : size;
  return `${formatCount(value / factor)}${narrowSpace}${name}`;
}

/** A label at an end of the axis stays inside. */
export function endAnchor(x: number, width: number): 'start' | 'middle' | 'end' {
  if (x < 20) return 'start';
  return x > width - 30 ? 'end' : 'middle';
}

/** `0.95 ×`, with the digits that tell two ticks apart. */
export function ratioLabel(ratio: number, { ticks }: AxisScale): string {
  const gaps = ticks.slice(1).map((tick, at) => tick - (ticks[at] ?? 0));
  const least = gaps.reduce((low, gap) => Math.min(low, gap), 1);
  const digits = Math.min(4, Math.max(0, -Math.floor(Math.log10(Math.max(least, 1e-4)) + 1e-9)));
  return `${Number(ratio.toFixed(digits))}${narrowSpace}×`;
}
