import type { Confidence } from '../format.ts';
import { countOf, isComment, trimEnd, wordStart } from './count.ts';
import { textStart, utf16Transcoder } from './text-encoding.ts';

const newline = 0x0a;
const space = 0x20;
const tab = 0x09;

/** Every complete line of the head is `frames count`. No magic number, so never certain. */
export function detectFolded(head: Uint8Array): Confidence {
  const { encoding, markBytes } = textStart(head);
  const plain = head.subarray(markBytes);
  const bytes = encoding === 'utf-8' ? plain : utf16Transcoder(encoding)(plain);
  if (bytes.includes(0)) return 'no';
  let filled = 0;
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(newline, start);
    // The last line is cut where the head ends, unless it is the only one.
    if (found < 0 && filled > 0) break;
    const end = trimEnd(bytes, start, found < 0 ? bytes.length : found);
    if (end > start && !isComment(bytes, start, end)) {
      if (!isFoldedLine(bytes, start, end)) return 'no';
      filled++;
    }
    start = found < 0 ? bytes.length : found + 1;
  }
  return filled > 0 ? 'likely' : 'no';
}

function isFoldedLine(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === space || bytes[start] === tab) return false;
  const word = wordStart(bytes, start, end);
  return word > start && !Number.isNaN(countOf(bytes, word, end));
}
