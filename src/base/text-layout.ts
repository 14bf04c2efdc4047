const zeroWidth = /\p{Mark}|\u200d|[\ufe00-\ufe0f]/u;
/** East Asian wide and full-width blocks, and the emoji planes. */
const doubleWidth =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Columns the text takes on a terminal. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

function charWidth(char: string): number {
  if (zeroWidth.test(char)) return 0;
  return doubleWidth.test(char) ? 2 : 1;
}

export function padStart(text: string, width: number): string {
  return `${' '.repeat(Math.max(0, width - displayWidth(text)))}${text}`;
}

export function padEnd(text: string, width: number): string {
  return `${text}${' '.repeat(Math.max(0, width - displayWidth(text)))}`;
}

/**
 * The text in at most `width` columns, with `…` in place of its middle: both the namespace and the
 * function at the end of a long C++ or Rust name stay readable.
 */
export function elideMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const chars = Array.from(text);
  const headWidth = Math.floor((width - 1) / 3);
  const head = takeColumns(chars, headWidth);
  const tail = takeColumns(chars.toReversed(), width - 1 - headWidth).reverse();
  return `${head.join('')}…${tail.join('')}`;
}

function takeColumns(chars: readonly string[], width: number): string[] {
  let used = 0;
  const end = chars.findIndex((char) => {
    used += charWidth(char);
    return used > width;
  });
  return chars.slice(0, end < 0 ? chars.length : end);
}

/** Lines of aligned columns, two spaces apart; the last column is never padded. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  alignments: readonly ('left' | 'right')[],
): string[] {
  const widths = alignments.map((_, column) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[column] ?? '')), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        if (alignments[column] === 'right') return padStart(cell, width);
        return column === row.length - 1 ? cell : padEnd(cell, width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Lines of at most `width` columns, cut between words; a longer word has a line of its own. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** Orders text by code point, as every tool that sorts UTF-8 bytes does. */
export function compareText(first: string, second: string): number {
  const length = Math.min(first.length, second.length);
  for (let at = 0; at < length; at++) {
    const one = first.charCodeAt(at);
    const other = second.charCodeAt(at);
    if (one !== other) return codePointRank(one) - codePointRank(other);
  }
  return first.length - second.length;
}

/** Surrogates stand for code points above every other UTF-16 unit. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
