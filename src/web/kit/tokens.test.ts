import { describe, expect, it } from 'vitest';
import { families, keyFamilies } from '../../render/index.ts';
import { hexOf } from '../../render/palette/oklch.ts';
import {
  contrast,
  distance,
  type Rgb,
  rgbOf,
  type Vision,
  visions,
} from '../../render/palette/testing/colour-vision.ts';
import { colourTokens } from './colour-token-table.ts';
import { type Scheme, tokenColours } from './testing/token-colours.ts';

const schemes: readonly Scheme[] = ['light', 'dark'];
const surfaces = ['bg-app', 'bg-panel', 'bg-raised', 'bg-sunken', 'bg-hover', 'bg-select'];
const owners = keyFamilies.map((name) => `family-${name}`);
const fills = [...owners, 'diff-less-fill', 'diff-more-fill', 'diff-same-fill'];

/** Ink on ground, and the least contrast between them. */
const pairs: readonly { inks: string[]; grounds: string[]; least: number }[] = [
  { inks: ['text-1', 'text-2', 'text-3'], grounds: surfaces, least: 4.5 },
  { inks: ['text-1', 'text-2'], grounds: ['accent-weak', 'bad-weak'], least: 4.5 },
  { inks: ['accent'], grounds: surfaces, least: 4.5 },
  { inks: ['ok', 'warn', 'bad'], grounds: ['bg-app', 'bg-panel', 'bg-raised'], least: 4.5 },
  { inks: ['bad'], grounds: ['bad-weak'], least: 4.5 },
  { inks: ['diff-less', 'diff-more'], grounds: ['bg-panel', 'bg-select'], least: 4.5 },
  { inks: ['on-accent'], grounds: ['accent-fill'], least: 4.5 },
  { inks: ['match-text'], grounds: ['match'], least: 4.5 },
  { inks: ['flame-label'], grounds: fills, least: 4.5 },
  {
    inks: ['code-keyword', 'code-string', 'code-comment', 'code-type', 'code-number'],
    grounds: ['bg-panel', 'bg-hover', 'bg-select'],
    least: 4.5,
  },
  // What is no text but must be seen: WCAG 2.2, 1.4.11.
  { inks: ['bar-self', 'wait', 'diff-less-bar', 'diff-more-bar'], grounds: ['bg-panel'], least: 3 },
  { inks: ['focus'], grounds: surfaces, least: 3 },
];

describe.each(schemes)('the colours in the %s theme', (scheme) => {
  const colours = tokenColours(scheme);
  const of = (name: string): Rgb => {
    const colour = colours.get(name);
    if (colour === undefined) throw new Error(`tokens.css has no colour --${name}`);
    return colour;
  };

  it('are all there', () => {
    // Translucent ones have no contrast of their own.
    for (const token of colourTokens.filter((name) => name !== 'flame-hatch')) of(token);
  });

  it('can be read: every ink on every ground it stands on', () => {
    for (const { inks, grounds, least } of pairs) {
      for (const ink of inks) {
        for (const ground of grounds) {
          const found = contrast(of(ink), of(ground));
          expect(found, `${ink} on ${ground}: ${found.toFixed(2)}`).toBeGreaterThanOrEqual(least);
        }
      }
    }
  });

  it('of families stay apart for every kind of colour vision', () => {
    // JIT code has a dot, and the neutral rows are no code: both are told apart without colour.
    const apart = owners.filter((name) => name !== 'family-jit' && name !== 'family-neutral');
    for (const vision of Object.keys(visions) as Vision[]) {
      for (const [at, a] of apart.entries()) {
        for (const b of apart.slice(at + 1)) {
          const found = distance(of(a), of(b), vision);
          expect(found, `${a} and ${b}, ${vision}: ${found.toFixed(1)}`).toBeGreaterThan(6);
        }
      }
    }
  });

  it('of a difference stay apart for every kind of colour vision', () => {
    const [less, same, more] = [of('diff-less-fill'), of('diff-same-fill'), of('diff-more-fill')];
    for (const vision of Object.keys(visions) as Vision[]) {
      expect(distance(less, more, vision), vision).toBeGreaterThan(12);
      expect(distance(less, same, vision), vision).toBeGreaterThan(8);
      expect(distance(more, same, vision), vision).toBeGreaterThan(8);
    }
  });

  it('of heat grow in one direction', () => {
    const [none, most, panel] = [of('heat-0'), of('heat-1'), of('bg-panel')];
    expect(contrast(none, panel)).toBeLessThan(1.3);
    expect(contrast(most, panel)).toBeGreaterThan(4.5);
  });

  it('of families are those of the SVG flame graphs', () => {
    for (const name of keyFamilies) {
      const [first, last] = families[name][scheme];
      const middle = hexOf([
        (first[0] + last[0]) / 2,
        (first[1] + last[1]) / 2,
        (first[2] + last[2]) / 2,
      ]);
      expect(distance(of(`family-${name}`), rgbOf(middle), 'normal'), name).toBeLessThan(0.5);
    }
  });
});
