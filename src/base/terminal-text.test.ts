import { expect, it } from 'vitest';
import { terminalSafe } from './terminal-text.ts';

it('shows control characters instead of obeying them', () => {
  expect(terminalSafe('\x1b[31mred\x07\r')).toBe('\\x1b[31mred\\x07\\x0d');
  expect(terminalSafe('csi \x9b2J, del \x7f')).toBe('csi \\x9b2J, del \\x7f');
  expect(terminalSafe('abc\u202egnp.exe')).toBe('abc\\u202egnp.exe');
});

it('keeps lines, tabs and other scripts', () => {
  expect(terminalSafe('a\n\tb – größe 漢字 👍')).toBe('a\n\tb – größe 漢字 👍');
});
