import { parseRgb, type Rgb } from './colour-mix.ts';

/** What a canvas needs of the tokens, as numbers. */
export interface FlameTheme {
  readonly name: 'light' | 'dark';
  readonly panel: Rgb;
  readonly ink: Rgb;
  readonly match: Rgb;
  readonly matchInk: Rgb;
  readonly hatch: string;
  readonly accent: string;
  readonly outline: string;
  readonly panelText: string;
  readonly shade: string;
  readonly font: string;
}

/** Reads the tokens that hold for an element; once per theme. */
export function readFlameTheme(element: HTMLElement, name: 'light' | 'dark'): FlameTheme {
  const probe = document.createElement('span');
  probe.hidden = true;
  element.append(probe);
  const style = getComputedStyle(probe);
  const colour = (token: string): string => {
    probe.style.setProperty('color', `var(${token})`);
    return style.color;
  };
  probe.style.setProperty('font-family', 'var(--font-ui)');
  const panel = colour('--bg-panel');
  const theme: FlameTheme = {
    name,
    panel: parseRgb(panel),
    ink: parseRgb(colour('--flame-label')),
    match: parseRgb(colour('--match')),
    matchInk: parseRgb(colour('--match-text')),
    hatch: colour('--flame-hatch'),
    accent: colour('--accent'),
    outline: colour('--text-1'),
    panelText: panel,
    shade: name === 'light' ? 'rgb(20 20 40 / 0.14)' : 'rgb(255 255 255 / 0.13)',
    font: style.fontFamily,
  };
  probe.remove();
  return theme;
}
