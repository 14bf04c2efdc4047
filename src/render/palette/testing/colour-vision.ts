/** Red, green, blue, linear, 0…1. */
export type Rgb = readonly [number, number, number];

/** Of `#rrggbb`. */
export function rgbOf(hex: string): Rgb {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return [r, g, b];
}

/** WCAG 2.2, 1.4.3. */
export function contrast(a: Rgb, b: Rgb): number {
  const luminance = ([r, g, blue]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
export const visions = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;
export type Vision = keyof typeof visions;

/** Distance in OKLab × 100, as seen with a kind of colour vision. */
export function distance(a: Rgb, b: Rgb, vision: Vision): number {
  const [first, second] = [oklab(seen(a, vision)), oklab(seen(b, vision))];
  return Math.hypot(...first.map((x, at) => x - (second[at] ?? 0))) * 100;
}

function seen(colour: Rgb, vision: Vision): number[] {
  return visions[vision].map((row) => {
    const sum = row.reduce<number>((total, factor, at) => total + factor * (colour[at] ?? 0), 0);
    return Math.max(0, sum);
  });
}

function oklab(rgb: readonly number[]): number[] {
  const [r = 0, g = 0, b = 0] = rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
