/** Red, green, blue, each 0…255. */
export type Rgb = readonly [number, number, number];

/** `#rrggbb`, or what a browser gives back for a computed colour: `rgb(…)`. */
export function parseRgb(text: string): Rgb {
  if (text.startsWith('#')) {
    const bits = Number.parseInt(text.slice(1, 7), 16);
    return [bits >> 16, (bits >> 8) & 255, bits & 255];
  }
  const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}

export function rgbText(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** 0 = the first, 1 = the second. */
export function mixRgb(first: Rgb, second: Rgb, share: number): Rgb {
  const part = (i: 0 | 1 | 2): number => first[i] + (second[i] - first[i]) * share;
  return [part(0), part(1), part(2)];
}

/** WCAG 2.2: (lighter + 0.05) / (darker + 0.05) of relative luminances. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Below 4.5 small text is hard to read; a little more, because channels are rounded. */
const readable = 4.6;

/** The ink moved towards the fill as far as it stays readable, at most by `share`. */
export function quietInk(ink: Rgb, fill: Rgb, share: number): Rgb {
  for (let by = share; by > 0; by -= 0.05) {
    const mixed = mixRgb(ink, fill, by);
    if (contrast(mixed, fill) >= readable) return mixed;
  }
  return ink;
}
