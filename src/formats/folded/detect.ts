import type { Confidence } from '../format.ts';

const utf8 = new TextDecoder('utf-8');
const foldedLine = /^\S.* -?\d+(\.\d+)?([eE][-+]?\d+)?( -?\d+(\.\d+)?)?$/;

/** Every complete line of the head is `frames count`. No magic number, so never certain. */
export function detectFolded(head: Uint8Array): Confidence {
  const text = utf8.decode(head).replace(/^\uFEFF/, '');
  if (text.includes('\0')) return 'no';
  const lines = text.split(/\r?\n/);
  const complete = lines.length > 1 ? lines.slice(0, -1) : lines;
  const filled = complete.filter((line) => line !== '' && !line.startsWith('#'));
  return filled.length > 0 && filled.every((line) => foldedLine.test(line)) ? 'likely' : 'no';
}
