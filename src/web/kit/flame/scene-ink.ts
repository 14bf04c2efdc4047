import type { NameList } from '../../../explore/index.ts';
import { type Drawing, fontText } from './drawing.ts';
import { FlamePalette } from './flame-palette.ts';
import type { FlameTheme } from './flame-theme.ts';
import { FrameLabels } from './frame-labels.ts';
import { hatchPattern } from './frame-painter.ts';
import { pathWidths, textMeasure } from './text-measure.ts';

/** Pixels; labels are a little smaller than text to read. */
const fontSize = 12;

/** What a drawing is painted with. */
export type Ink = Pick<
  Drawing,
  | 'theme'
  | 'palette'
  | 'labels'
  | 'italicLabels'
  | 'numbers'
  | 'pathWidth'
  | 'fontSize'
  | 'pixelRatio'
  | 'hatch'
>;

/** Once per theme and list of names; of the ink before, what only the theme decides is kept. */
export function makeInk(
  context: CanvasRenderingContext2D,
  theme: FlameTheme,
  names: NameList,
  before: Ink | null,
): Ink {
  const fonts = [fontText(theme, fontSize, false), fontText(theme, fontSize, true)] as const;
  const [upright, italic] = [textMeasure(context, fonts[0]), textMeasure(context, fonts[1])];
  const nameOf = (key: number): string => names.at(key);
  const isSameTheme = before?.theme === theme;
  return {
    theme,
    palette: isSameTheme ? before.palette : new FlamePalette(theme),
    labels: new FrameLabels(nameOf, upright),
    italicLabels: new FrameLabels(nameOf, italic),
    numbers: new FrameLabels(nameOf, upright),
    pathWidth: pathWidths(context, fonts),
    fontSize,
    pixelRatio: isSameTheme ? before.pixelRatio : 0,
    hatch: isSameTheme ? before.hatch : null,
  };
}

/** The same for a screen of this density: the hatching is drawn in its pixels. */
export function inkAt(context: CanvasRenderingContext2D, ink: Ink, pixelRatio: number): Ink {
  if (ink.pixelRatio === pixelRatio) return ink;
  return { ...ink, pixelRatio, hatch: hatchPattern(context, ink.theme.hatch, pixelRatio) };
}
