/** Bytes that move the cursor, colour, ring or turn the writing direction when a terminal shows them. */
const dangerous = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text that is safe to print: names and paths come from profiles, and a profile may be hostile. */
export function terminalSafe(text: string): string {
  return text.replace(dangerous, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
