import { describe, expect, it } from 'vitest';
import { KernelSymbols } from './kernel-symbols.ts';

const list = `0000000000000000 A fixed_percpu_data
ffffffff81000000 T _stext
ffffffff81000000 T _text
ffffffff81000100 t do_work
ffffffff81000100 T work
ffffffff81000100 T __work
ffffffff81000200 T __next
ffffffff82000000 D some_data
ffffffffc0001000 t ext4_read\t[ext4]
`;
const text = 0xffffffff81000000n;

function parsed(source: string): KernelSymbols {
  return KernelSymbols.parse(new TextEncoder().encode(source));
}

describe('KernelSymbols', () => {
  it('names code by the symbol before it', () => {
    const names = parsed(list).namesFrom(text, 0n);
    expect(names(0x100)).toBe('work');
    expect(names(0x1ff)).toBe('work');
    expect(names(0x200)).toBe('__next');
    expect(parsed(list).namesFrom(0xffffffffc0000000n, 0n)(0x1234)).toBe('ext4_read');
  });

  it('moves with the kernel when it was loaded elsewhere', () => {
    const recordedText = text + 0x2000000n;
    expect(parsed(list).namesFrom(recordedText, recordedText)(0x180)).toBe('work');
  });

  it('knows when addresses are hidden', () => {
    const hidden = parsed(list.replace(/^[0-9a-f]{16}/gm, '0'.repeat(16)));
    expect(hidden.isRestricted).toBe(true);
    expect(hidden.length).toBe(0);
    expect(parsed(list).isRestricted).toBe(false);
  });

  it('takes any text', () => {
    expect(parsed('not a list\n\nff').length).toBe(0);
  });
});
