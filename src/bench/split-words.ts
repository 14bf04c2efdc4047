import { ToolError } from '../base/tool-error.ts';

/** A command line as its words, with the quotes of a shell and nothing else of it. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let word = '';
  let isOpen = false;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (quote !== '') {
      if (char === quote) quote = '';
      else if (char === '\\' && quote === '"' && /["\\$`]/.test(text[at + 1] ?? '')) {
        word += text[++at] ?? '';
      } else word += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      isOpen = true;
    } else if (char === '\\' && at + 1 < text.length) {
      word += text[++at] ?? '';
      isOpen = true;
    } else if (/\s/.test(char)) {
      if (isOpen) words.push(word);
      word = '';
      isOpen = false;
    } else {
      word += char;
      isOpen = true;
    }
  }
  if (quote !== '') {
    throw new ToolError('usage', `${text}: the ${quote} is never closed`, {
      hint: `close it, or write \\${quote} for the character itself`,
    });
  }
  if (isOpen) words.push(word);
  return words;
}
