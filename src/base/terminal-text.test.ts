import { describe, expect, it } from 'vitest';
import { safeLine, terminalSafe } from './terminal-text.ts';

describe('safeLine', () => {
  it('shows what a terminal would obey', () => {
    expect(safeLine('\x1b[31mred\x07\n')).toBe('\\x1b[31mred\\x07\\n');
    expect(safeLine('a\u202eb\u2066c\x9b')).toBe('a\\u202eb\\u2066c\\x9b');
    expect(safeLine('\ud800x')).toBe('\\ud800x');
  });

  it('leaves names in any script alone', () => {
    expect(safeLine('größe::<漢字, 😀>')).toBe('größe::<漢字, 😀>');
  });
});

describe('terminalSafe', () => {
  it('shows control characters instead of obeying them', () => {
    expect(terminalSafe('\x1b[31mred\x07\r')).toBe('\\x1b[31mred\\x07\\x0d');
    expect(terminalSafe('csi \x9b2J, del \x7f')).toBe('csi \\x9b2J, del \\x7f');
    expect(terminalSafe('abc\u202egnp.exe \u061c')).toBe('abc\\u202egnp.exe \\u061c');
  });

  it('keeps lines, tabs and other scripts', () => {
    expect(terminalSafe('a\n\tb – größe 漢字 👍')).toBe('a\n\tb – größe 漢字 👍');
  });
});
