import { diffSteps } from './diff-step.ts';
import { hexOf, mixOklch, type Oklch } from './oklch.ts';
import type { Tint } from './palette.ts';

export type DiffColors = 'blue-orange' | 'red-blue';

interface DiffScale {
  readonly less: Oklch;
  readonly same: Oklch;
  readonly more: Oklch;
}

const diffScales: Readonly<Record<DiffColors, { light: DiffScale; dark: DiffScale }>> = {
  'blue-orange': {
    light: { less: [0.73, 0.11, 247], same: [0.92, 0.004, 270], more: [0.78, 0.125, 62] },
    dark: { less: [0.48, 0.1, 247], same: [0.335, 0.006, 270], more: [0.49, 0.115, 58] },
  },
  // FlameGraph's: red grew, blue shrank.
  'red-blue': {
    light: { less: [0.73, 0.11, 252], same: [0.92, 0.004, 270], more: [0.73, 0.13, 24] },
    dark: { less: [0.48, 0.11, 255], same: [0.335, 0.006, 270], more: [0.47, 0.14, 24] },
  },
};

/** The fill for a step from −diffSteps (gone) over 0 (the same) to diffSteps (new). */
export function diffTint(colors: DiffColors, step: number): Tint {
  const fill = ({ less, same, more }: DiffScale): string => {
    const end = step < 0 ? less : more;
    // The first step already stands apart from grey.
    const share = step === 0 ? 0 : 0.15 + (0.85 * Math.abs(step)) / diffSteps;
    return hexOf(step === 0 ? same : mixOklch([same[0], same[1], end[2]], end, share));
  };
  const scales = diffScales[colors];
  return { light: fill(scales.light), dark: fill(scales.dark), hatched: false };
}
