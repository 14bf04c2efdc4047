import type { MeasureText } from '../../render/flame-svg/text-width.ts';
import { htmlElement } from './elements.ts';

/** Measures text in the fonts of the picture, each text once. */
export function textMeasure(root: Element, fontSize: number): MeasureText {
  const context = htmlElement('canvas').getContext('2d');
  const widths = new Map<string, number>();
  if (context !== null) context.font = `${fontSize}px ${getComputedStyle(root).fontFamily}`;
  return (text) => {
    const known = widths.get(text);
    if (known !== undefined) return known;
    const width = context?.measureText(text).width ?? text.length * fontSize * 0.7;
    widths.set(text, width);
    return width;
  };
}
