const ascii = 128;
/** What shortened names and numbers have besides: an ellipsis, a narrow space, a dot in the middle. */
const marks = '…\u202f·';

/**
 * How wide texts of a font are. A canvas takes microseconds to measure; names are nearly always ASCII, so
 * each letter is measured once and added up (pairs of letters are a little narrower: that only leaves room).
 */
export function textMeasure(
  context: CanvasRenderingContext2D,
  font: string,
): (text: string) => number {
  const measure = (text: string): number => {
    if (context.font !== font) context.font = font;
    return context.measureText(text).width;
  };
  const widths = Float32Array.from({ length: ascii + marks.length }, (_, at) =>
    measure(at < ascii ? String.fromCharCode(at) : (marks[at - ascii] ?? '')),
  );
  return (text) => {
    let width = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const mark = code < ascii ? 0 : marks.indexOf(text[i] ?? '');
      if (mark < 0) return measure(text);
      width += widths[code < ascii ? code : ascii + mark] as number;
    }
    return width;
  };
}

/** Paths are few and repeat: each is measured by the canvas, once per font (upright, slanted). */
export function pathWidths(
  context: CanvasRenderingContext2D,
  fonts: readonly [string, string],
): (path: string, inlined: 0 | 1) => number {
  const known = [new Map<string, number>(), new Map<string, number>()] as const;
  return (path, inlined) => {
    const width = known[inlined].get(path);
    if (width !== undefined) return width;
    if (context.font !== fonts[inlined]) context.font = fonts[inlined];
    const measured = context.measureText(path).width;
    known[inlined].set(path, measured);
    return measured;
  };
}
