import { mappingKinds } from '../../../profile/index.ts';
import type { FlamePalette } from './flame-palette.ts';
import type { FlameModel } from './flame-table.ts';
import type { FlameTheme } from './flame-theme.ts';
import { type FrameGeometry, rowTop } from './frame-geometry.ts';
import type { FrameLabels } from './frame-labels.ts';
import type { Boxes } from './frame-layout.ts';

/** Code that was made at run time, among the kinds of keys. */
export const jitKind: number = mappingKinds.indexOf('jit');

/** Everything a drawing depends on but the canvas. */
export interface Drawing {
  readonly model: FlameModel;
  readonly boxes: Boxes;
  readonly geometry: FrameGeometry;
  readonly palette: FlamePalette;
  readonly theme: FlameTheme;
  readonly slotOf: (row: number) => number;
  readonly labels: FrameLabels;
  readonly italicLabels: FrameLabels;
  readonly numbers: FrameLabels;
  /** How wide the quiet part of a label really is; the rest stands right behind it. */
  readonly pathWidth: (path: string, inlined: 0 | 1) => number;
  readonly fontSize: number;
  /** What is searched for: bit (key & 31) of word (key >> 5). null = nothing. */
  readonly matches: Uint32Array | null;
  /** Rows above it are its callers, drawn paler. */
  readonly zoom: number;
  readonly pixelRatio: number;
  readonly hatch: CanvasPattern | null;
}

export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A box as it is filled: cut at the edges, on whole device pixels, with a gap of one pixel. */
export function pixelBox(drawing: Drawing, box: number): PixelBox {
  const { boxes, geometry, pixelRatio } = drawing;
  const x = boxes.x[box] as number;
  const snap = (at: number): number => Math.round(at * pixelRatio) / pixelRatio;
  const left = snap(Math.max(0, x));
  const right = snap(Math.min(geometry.width, x + (boxes.width[box] as number)));
  const gap = right - left > 2 ? 1 : 0.5;
  return {
    left,
    top: snap(rowTop(geometry, boxes.depth[box] as number)),
    width: Math.max(right - left - gap, 0.5),
    height: geometry.rowHeight - 1,
  };
}

export function fontText(theme: FlameTheme, fontSize: number, isItalic: boolean): string {
  return `${isItalic ? 'italic ' : ''}${fontSize}px ${theme.font}`;
}
