/**
 * Control characters (they could move the cursor or recolour the terminal), direction overrides
 * (they could make a name read as another) and halves of surrogate pairs.
 */
const unsafe =
  /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Text that stays on one line and that a terminal shows instead of obeying: names and paths come from
 * profiles, which may be hostile.
 */
export function safeLine(text: string): string {
  return text.replace(unsafe, (char) => shortEscapes[char] ?? numericEscape(char));
}

/** The same for text that may have lines and tabs of its own. */
export function terminalSafe(text: string): string {
  return text.replace(unsafe, (char) =>
    char === '\n' || char === '\t' ? char : numericEscape(char),
  );
}

function numericEscape(char: string): string {
  const code = char.charCodeAt(0);
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}
