import { describe, expect, it } from 'vitest';
import { shadeOf, shadeOfBytes } from '../../../render/palette/palette.ts';
import { contrast, parseRgb } from './colour-mix.ts';
import { FlamePalette, slotPicker } from './flame-palette.ts';
import type { FlameTheme } from './flame-theme.ts';
import { tableFromPicture } from './testing/table-picture.ts';

/** As in tokens.css. */
const themes = {
  light: themeOf('light', '#ffffff', '#1b1b1f', '#f2c230'),
  dark: themeOf('dark', '#1c1d20', '#f4f4f6', '#d9a514'),
};

function themeOf(name: 'light' | 'dark', panel: string, ink: string, match: string): FlameTheme {
  return {
    name,
    panel: parseRgb(panel),
    ink: parseRgb(ink),
    match: parseRgb(match),
    matchInk: parseRgb('#1d1700'),
    hatch: '',
    accent: '',
    outline: '',
    panelText: '',
    shade: '',
    font: '',
  };
}

describe.each(['light', 'dark'] as const)('the fills of the %s theme', (name) => {
  it('keep labels readable in every state', () => {
    const palette = new FlamePalette(themes[name]);
    for (let number = 0; number < palette.length; number++) {
      const { fill, ink, quietInk } = palette.at(number);
      for (const text of [ink, quietInk]) {
        const ratio = contrast(parseRgb(text), parseRgb(fill));
        expect(ratio, `fill ${number}: ${text} on ${fill}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});

describe('colours', () => {
  it('are those of the SVG: the same name, the same shade', () => {
    for (const name of ['main', 'std::vec::Vec<T>::push', '']) {
      const bytes = new TextEncoder().encode(name);
      expect(shadeOfBytes(bytes, 0, bytes.length)).toBe(shadeOf(name));
    }
  });

  it('show a change only where there is one', () => {
    const table = tableFromPicture('all 10\n  same 5\n  grew 4\n  gone 0');
    const base = { self: table.self, total: Float64Array.of(10, 5, 2, 3) };
    const slot = slotPicker({ ...table, base }, 'diff');
    expect(slot(0)).toBe(slot(1));
    expect(slot(2)).toBeGreaterThan(slot(1));
    expect(slot(3)).toBeLessThan(slot(1));
  });

  it('of self share go by what is the frame’s own', () => {
    const slot = slotPicker(tableFromPicture('all 10\n  half 10\n    leaf 5'), 'self');
    expect(slot(0)).toBeLessThan(slot(1));
    expect(slot(1)).toBeLessThan(slot(2));
  });
});
