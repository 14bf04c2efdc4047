/** A colour by lightness 0…1, chroma and hue in degrees (Ottosson's OKLab, as CSS `oklch()`). */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** `#rrggbb`, for viewers that know no `oklch()`. Out of gamut channels are clipped. */
export function hexOf(color: Oklch): string {
  const channels = linearRgb(color).map((linear) => {
    const clipped = Math.min(1, Math.max(0, linear));
    const encoded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

function linearRgb([lightness, chroma, hue]: Oklch): readonly [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Between two colours, 0 = the first; hues are taken the short way round. */
export function mixOklch(from: Oklch, to: Oklch, share: number): Oklch {
  const turn = ((to[2] - from[2] + 540) % 360) - 180;
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + turn * share,
  ];
}
