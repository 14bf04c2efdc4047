/** `$name$` in a legacy Rust name. */
const escapes: ReadonlyMap<string, string> = new Map([
  ['SP', '@'],
  ['BP', '*'],
  ['RF', '&'],
  ['LT', '<'],
  ['GT', '>'],
  ['LP', '('],
  ['RP', ')'],
  ['C', ','],
]);

/**
 * The path in `_ZN <length> <name> … 17h <16 hex digits> E`, without the hash, and where it ends. That
 * last part is all that tells a Rust name from a C++ one; without it the answer is undefined.
 */
export function findLegacyRustName(mangled: string): { name: string; end: number } | undefined {
  let at = 3;
  let name = '';
  let last = '';
  while (mangled.charCodeAt(at) !== 69) {
    const start = at;
    let length = 0;
    for (let char = mangled.charCodeAt(at); char >= 48 && char <= 57; ) {
      length = length * 10 + char - 48;
      at += 1;
      char = mangled.charCodeAt(at);
    }
    if (at === start || length === 0 || at + length >= mangled.length) return undefined;
    if (last !== '') name += (name === '' ? '' : '::') + unescaped(last);
    last = mangled.slice(at, at + length);
    at += length;
  }
  return isHash(last) && name !== '' ? { name, end: at + 1 } : undefined;
}

function isHash(text: string): boolean {
  if (text.length !== 17 || text.charCodeAt(0) !== 104) return false;
  for (let i = 1; i < 17; i += 1) {
    const char = text.charCodeAt(i);
    const isDigit = char >= 48 && char <= 57;
    if (!isDigit && (char < 97 || char > 102)) return false;
  }
  return true;
}

function unescaped(text: string): string {
  const from = text.startsWith('_$') ? 1 : 0;
  if (text.indexOf('$', from) < 0 && !text.includes('.', from)) return text;
  let out = '';
  for (let at = from; at < text.length; ) {
    const char = text.charCodeAt(at);
    if (char === 46) {
      const isDouble = text.charCodeAt(at + 1) === 46;
      out += isDouble ? '::' : '.';
      at += isDouble ? 2 : 1;
    } else if (char === 36) {
      const close = text.indexOf('$', at + 1);
      const meant = close < 0 ? undefined : escapeOf(text.slice(at + 1, close));
      // An escape that means nothing ends the reading; the rest is shown as it is.
      if (meant === undefined) return out + text.slice(at);
      out += meant;
      at = close + 1;
    } else {
      const next = nextSpecial(text, at);
      out += text.slice(at, next);
      at = next;
    }
  }
  return out;
}

function nextSpecial(text: string, at: number): number {
  while (at < text.length && text.charCodeAt(at) !== 36 && text.charCodeAt(at) !== 46) at += 1;
  return at;
}

/** A name of the table, or `u` and the hexadecimal number of a character that can be printed. */
function escapeOf(text: string): string | undefined {
  const known = escapes.get(text);
  if (known !== undefined || text.charCodeAt(0) !== 117) return known;
  let point = 0;
  for (let i = 1; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    const isDigit = char >= 48 && char <= 57;
    if (i > 6 || (!isDigit && (char < 97 || char > 102))) return undefined;
    point = point * 16 + char - (isDigit ? 48 : 87);
  }
  const isControl = point < 32 || (point >= 127 && point < 160);
  const isSurrogate = point >= 0xd800 && point < 0xe000;
  if (isControl || isSurrogate || point > 0x10ffff) return undefined;
  return String.fromCodePoint(point);
}
