import type { Oklch } from './oklch.ts';

/**
 * A family of fills: in each scheme the shades run from the first colour to the last. Lightness
 * stays above 0.72 in light and below 0.51 in dark, so that labels keep a contrast of 4.5 : 1.
 */
export interface Family {
  readonly light: readonly [Oklch, Oklch];
  readonly dark: readonly [Oklch, Oklch];
  /** Drawn with diagonal lines, so that it is told apart without colour. */
  readonly hatched?: boolean;
}

export type FamilyName =
  // Meaning: whose code. Own code is the only warm one, so the eye finds it first.
  | 'own'
  | 'runtime'
  | 'package'
  | 'library'
  | 'libc'
  | 'kernel'
  | 'jit'
  /** The root, processes and threads. */
  | 'neutral'
  // Plain hues, for the palettes known from FlameGraph.
  | 'hot'
  | 'red'
  | 'orange'
  | 'yellow'
  | 'green'
  | 'aqua'
  | 'blue'
  | 'purple'
  | 'safe';

/** A family that means something varies little around its colour. */
function around(light: Oklch, dark: Oklch): Family {
  return {
    light: [shift(light, -1), shift(light, 1)],
    dark: [shift(dark, -1), shift(dark, 1)],
  };
}

function shift([lightness, chroma, hue]: Oklch, by: number): Oklch {
  return [lightness + by * 0.012, chroma, hue + by * 4];
}

/** Names spread over the shades of one hue. */
function hue(degrees: number, chroma: number): Family {
  return between(
    [0.75, chroma, degrees - 8],
    [0.88, chroma * 0.85, degrees + 8],
    [0.38, chroma, degrees - 8],
    [0.48, chroma, degrees + 8],
  );
}

function between(light0: Oklch, light1: Oklch, dark0: Oklch, dark1: Oklch): Family {
  return { light: [light0, light1], dark: [dark0, dark1] };
}

/** The families by whose code it is differ in lightness too, for colour-blind readers. */
export const families: Readonly<Record<FamilyName, Family>> = {
  own: around([0.872, 0.115, 78], [0.472, 0.1, 67]),
  runtime: around([0.93, 0.042, 200], [0.47, 0.045, 180]),
  package: around([0.742, 0.08, 340], [0.325, 0.1, 322]),
  library: around([0.745, 0.108, 130], [0.325, 0.09, 144]),
  libc: around([0.77, 0.098, 250], [0.402, 0.102, 253]),
  kernel: { ...around([0.835, 0.006, 270], [0.382, 0.005, 270]), hatched: true },
  jit: around([0.8, 0.09, 304], [0.4, 0.11, 298]),
  neutral: between([0.925, 0.004, 270], [0.925, 0.004, 270], [0.3, 0.006, 270], [0.3, 0.006, 270]),
  hot: between([0.73, 0.145, 36], [0.89, 0.13, 92], [0.41, 0.125, 30], [0.5, 0.095, 85]),
  red: hue(24, 0.1),
  orange: hue(58, 0.11),
  yellow: hue(96, 0.12),
  green: hue(145, 0.105),
  aqua: hue(198, 0.075),
  blue: hue(252, 0.085),
  purple: hue(312, 0.085),
  // Blue to yellow by lightness: the axis that every kind of colour vision keeps.
  safe: between([0.73, 0.09, 250], [0.92, 0.12, 98], [0.3, 0.09, 258], [0.5, 0.09, 92]),
};
