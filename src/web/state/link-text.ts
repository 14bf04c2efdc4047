// The letters of a link: how names, paths and steps are written so that they can be taken apart again.

/**
 * Percent-encoded so that it holds none of the marks of the grammar: `&`, `=`, `~`, `,`, `/`, `@`, `:`.
 * Lone surrogates, which have no bytes, become U+FFFD.
 */
export function encodeName(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[~!'()*]/g,
    (mark) => {
      return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
    },
  );
}

/** What is no encoding is taken as it stands: a link may have been typed. */
export function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `F/F/…` */
export function encodePath(names: readonly string[]): string {
  return names.map(encodeName).join('/');
}

export function decodePath(text: string): readonly string[] {
  return text === '' ? [] : text.split('/').map(decodeName);
}

/** Seconds with as many digits as nanoseconds need; no exponent. */
export function encodeSeconds(ns: number): string {
  const whole = Math.abs(Math.round(ns));
  const seconds = Math.floor(whole / 1e9);
  const rest = String(whole % 1e9).padStart(9, '0');
  return `${ns < 0 && whole > 0 ? '-' : ''}${seconds}.${rest}`.replace(/\.?0+$/, '') || '0';
}

/** undefined = no number. */
export function decodeSeconds(text: string): number | undefined {
  if (!/^-?\d{1,12}(\.\d{1,9})?$/.test(text)) return undefined;
  const [whole = '0', rest = ''] = text.replace('-', '').split('.');
  const ns = Number(whole) * 1e9 + Number(rest.padEnd(9, '0'));
  return text.startsWith('-') ? -ns : ns;
}
