import { readFileSync } from 'node:fs';
import { hexOf } from '../../../render/palette/oklch.ts';
import { type Rgb, rgbOf } from '../../../render/palette/testing/colour-vision.ts';

export type Scheme = 'light' | 'dark';

/** The colours of tokens.css as a browser resolves them; tokens that are no plain colour are left out. */
export function tokenColours(scheme: Scheme): ReadonlyMap<string, Rgb> {
  const css = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8');
  // The first rule has them all; later ones only change sizes and contrast.
  const root = css.slice(css.indexOf(':root {'), css.indexOf(':root[data-theme'));
  const found = new Map<string, Rgb>();
  for (const [, name = '', value = ''] of root.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const colour = parseColour(pick(value, scheme));
    if (colour !== undefined) found.set(name, colour);
  }
  return found;
}

/** `light-dark(a, b)`: a comma inside brackets belongs to a colour. */
function pick(value: string, scheme: Scheme): string {
  const pair = /^light-dark\((.*)\)$/s.exec(value.trim())?.[1];
  if (pair === undefined) return value.trim();
  let depth = 0;
  for (let at = 0; at < pair.length; at++) {
    if (pair[at] === '(') depth++;
    if (pair[at] === ')') depth--;
    if (pair[at] !== ',' || depth > 0) continue;
    return (scheme === 'light' ? pair.slice(0, at) : pair.slice(at + 1)).trim();
  }
  return pair;
}

function parseColour(text: string): Rgb | undefined {
  if (/^#[\da-f]{6}$/i.test(text)) return rgbOf(text);
  const [, lightness, chroma, hue] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text) ?? [];
  if (hue === undefined) return undefined;
  return rgbOf(hexOf([Number(lightness), Number(chroma), Number(hue)]));
}
