import type { DiffColors } from '../palette/diff-colors.ts';

/** How a flame graph is drawn; everything has a default. */
export interface FlameSvgOptions {
  readonly title?: string;
  readonly subtitle?: string;
  readonly notes?: string;
  /** Pixels; without it the picture is as wide as its window, designed for `designWidth`. */
  readonly width?: number;
  /** Frames narrower than this many pixels of the design width are left out of the file. */
  readonly minWidth?: number;
  /** The noun behind plain counts. */
  readonly countName?: string;
  readonly fontSize?: number;
  readonly rowHeight?: number;
  readonly shape?: 'flame' | 'icicle';
  /** A palette by name; see `palettes`. */
  readonly colors?: string;
  readonly diffColors?: DiffColors;
}

export const designWidth = 1200;
/** Room at the left and right of the graph. */
export const margin = 10;
export const defaultMinWidth = 0.1;
export const defaultFontSize = 12;
export const defaultRowHeight = 20;
