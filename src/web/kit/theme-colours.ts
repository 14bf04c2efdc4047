import { type ColourToken, colourTokens } from './colour-token-table.ts';

/** The colours in force, as canvases take them. */
export type ThemeColours = Readonly<Record<ColourToken, string>>;

/**
 * Resolves the tokens. A custom property keeps its `light-dark()` as text, so each is asked through
 * the colour of an element. Done once per theme: canvases take `app.colours`.
 */
export function readThemeColours(root: HTMLElement): ThemeColours {
  const probe = root.appendChild(document.createElement('span'));
  // Where the system forces its colours, a canvas is a picture and keeps its own, light or dark as the system is.
  probe.style.setProperty('forced-color-adjust', 'none');
  const style = getComputedStyle(probe);
  const resolve = (token: ColourToken): string => {
    probe.style.setProperty('color', `var(--${token})`);
    return style.color;
  };
  const resolved = Object.fromEntries(colourTokens.map((token) => [token, resolve(token)]));
  probe.remove();
  return resolved as ThemeColours;
}

/** The fonts in force, as canvases take them. */
export function canvasFont(size: 'xs' | 's' | 'm', family: 'ui' | 'mono' = 'ui'): string {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return `${token(`--text-${size}`)} ${token(`--font-${family}`)}`;
}
