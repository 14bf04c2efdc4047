/**
 * Widths of the printable ASCII characters in hundredths of the font size, as in DejaVu Sans: the
 * widest of the common interface fonts, so that a label fitted with it fits in any other.
 */
const asciiWidths: readonly number[] = [
  32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
  64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
  60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
  63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
];

/** How wide a text is drawn; a browser measures, a writer of files estimates. */
export type MeasureText = (text: string) => number;

/** The estimate, on the safe side, for a font size in pixels. */
export function estimatedWidth(fontSize: number): MeasureText {
  return (text) => {
    let hundredths = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      hundredths += asciiWidths[code - 32] ?? otherWidth(code);
    }
    return (hundredths * fontSize) / 100;
  };
}

function otherWidth(code: number): number {
  if (code >= 0x300 && code < 0x370) return 0; // combining marks
  // Halves of a pair: most characters beyond the basic plane are one em wide.
  if (code >= 0xd800 && code < 0xe000) return 55;
  return code >= 0x1100 ? 105 : 75;
}
