import { baseName } from '../base/base-name.ts';
import { terminalSafe } from '../base/terminal-text.ts';
import type { CodePlace } from '../symbolize/code-place.ts';

/** What is printed of an address: the flags of addr2line. */
export interface AddressStyle {
  readonly addresses: boolean;
  readonly functions: boolean;
  readonly inlines: boolean;
  readonly pretty: boolean;
  readonly basenames: boolean;
  readonly is64: boolean;
}

/** A function's name or a file as it is shown; kept, because they repeat. */
export type KeptText = (text: string) => string;

export function keptText(show: (text: string) => string): KeptText {
  const known = new Map<string, string>();
  return (text) => {
    let shown = known.get(text);
    if (shown === undefined) {
      shown = terminalSafe(show(text));
      known.set(text, shown);
    }
    return shown;
  };
}

/** How names and files are shown. */
export interface AddressTexts {
  readonly name: KeptText;
  readonly file: KeptText;
}

/** The lines of one address, as addr2line prints them: innermost function first. */
export function addressText(
  svma: number,
  places: readonly CodePlace[],
  style: AddressStyle,
  texts: AddressTexts,
): string {
  const digits = svma.toString(16).padStart(style.is64 ? 16 : 8, '0');
  let text = style.addresses ? `0x${digits}${style.pretty ? ': ' : '\n'}` : '';
  if (places.length === 0) {
    if (style.functions) text += style.pretty ? '?? ' : '??\n';
    return `${text}??:0\n`;
  }
  const outermost = style.inlines ? 0 : places.length - 1;
  for (let i = places.length - 1; i >= outermost; i--) {
    const place = places[i] as CodePlace;
    if (i < places.length - 1 && style.pretty) text += ' (inlined by) ';
    if (style.functions) {
      const name = place.name === '' ? '??' : texts.name(place.name);
      text += style.pretty ? `${name} at ` : `${name}\n`;
    }
    const file = place.file === '' ? '??' : texts.file(place.file);
    text += `${file}:${place.line === 0 ? '?' : place.line}\n`;
  }
  return text;
}

/** One address in the JSON of `--json`. */
export function addressJson(
  svma: number,
  places: readonly CodePlace[],
  style: AddressStyle,
  texts: AddressTexts,
): object {
  const shown = style.inlines ? places : places.slice(-1);
  return {
    address: `0x${svma.toString(16)}`,
    frames: shown.map(({ name, file, line, column, startLine }, depth) => ({
      function: name === '' ? '' : texts.name(name),
      linkageName: name,
      file: style.basenames ? baseName(file) : file,
      line,
      column,
      startLine,
      inlined: depth > 0,
    })),
  };
}
