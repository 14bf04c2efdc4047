import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../base/tool-error.ts';
import { findSection, parseElf, sectionBytes, sourceOf } from '../object/index.ts';
import type { Fde } from './cfi-entry.ts';
import { CfiSection } from './cfi-section.ts';
import { frameSection } from './testing/frame-section.ts';

const start = 0x1000;

/** One function of 0x100 bytes with that program. */
function sectionWith(program: readonly number[]): CfiSection {
  return frameSection([{ start, size: 0x100, program }]);
}

function rowText({ row }: CfiSection): string {
  const { cfaRegister, cfaOffset, cfaExpressionLength } = row;
  const length = cfaExpressionLength > 0 ? `expression of ${cfaExpressionLength}` : '';
  const rules = Array.from(row.kinds.subarray(0, row.used), (kind, register) =>
    kind === 0 ? '' : `r${register}:${kind}:${row.value(register)}`,
  ).filter((rule) => rule !== '');
  return `${length || `r${cfaRegister}+${cfaOffset}`} ${rules.join(' ')}`;
}

/** Every row, and then each of them again by its first and its last address. */
function compareRows(section: CfiSection, fde: Fde): number {
  const rows: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  const { program } = section;
  program.start(fde);
  while (program.next()) {
    rows.push({ from: program.rowStart, to: program.rowEnd, text: rowText(section) });
  }
  for (const { from, to, text } of rows) {
    for (const svma of from < to ? [from, to - 1] : []) {
      program.runTo(fde, svma);
      expect(`${svma.toString(16)} ${rowText(section)}`).toBe(`${svma.toString(16)} ${text}`);
    }
  }
  return rows.length;
}

describe('a call frame program', () => {
  it('gives the same row at one address as row by row, for functions of a large program', () => {
    const elf = parseElf(sourceOf(readFileSync(process.execPath)));
    const found = findSection(elf, '.eh_frame');
    if (found === undefined) throw new Error('no .eh_frame');
    const bytes = sectionBytes(elf, found).slice(0, 100_000);
    const address = Number(found.address);
    const shape = { bytes, address, littleEndian: true, addressSize: 8 };
    const section = new CfiSection({ name: '.eh_frame', ...shape });
    let rows = 0;
    for (const fde of section.fdes()) rows += compareRows(section, fde);
    expect(rows).toBeGreaterThan(3000);
  });

  it('knows every instruction that moves, sets and restores', () => {
    const instructions = [
      [0x41, 0x0e, 16, 0x86, 2], // advance 1; CFA offset 16; r6 at CFA-16
      [0x43, 0x0d, 6, 0x02, 0x20, 0x0a], // advance 3; CFA register r6; advance 32; remember
      [0xc6, 0x0c, 7, 8, 0x03, 0x10, 0x00, 0x0b], // restore r6; CFA r7+8; advance 16; recall
      [0x05, 3, 0x84, 0x01, 0x2e, 8, 0x41, 0x0f, 2, 0x77, 0], // r3, extended; arguments; expression
      [0x44, 0x0e, 0x80, 0x02, 0x83, 0x81, 0x01, 0x41, 0x09, 12, 13], // numbers of two bytes; register
      [0x04, 4, 0, 0, 0, 0x08, 12, 0, 0], // advance 4 (of 32 bits); same value; padding
    ].flat();
    const section = sectionWith(instructions);
    const [fde] = [...section.fdes()];
    if (fde === undefined) throw new Error('no FDE');
    expect(compareRows(section, fde)).toBe(9);
    section.program.runTo(fde, start + 4);
    expect(rowText(section)).toBe('r6+16 r6:3:-16 r16:3:-8');
    section.program.runTo(fde, start + 0x24);
    expect(rowText(section)).toBe('r7+8 r16:3:-8');
  });

  it('refuses a program that ends within an instruction, as row by row', () => {
    for (const instructions of [[0x0e], [0x86], [0x02], [0x03, 1], [0x0d], [0x0b], [0x3f]]) {
      const section = sectionWith(instructions);
      const [fde] = [...section.fdes()];
      if (fde === undefined) throw new Error('no FDE');
      expect(() => section.program.runTo(fde, start), String(instructions)).toThrow(ToolError);
    }
  });
});

describe('seeking an FDE', () => {
  it('fills in what parsing gives, the first time and again', () => {
    const section = sectionWith([0x41, 0x0e, 16]);
    const [fde] = [...section.fdes()];
    if (fde === undefined) throw new Error('no FDE');
    for (let time = 0; time < 2; time++) {
      section.fde.offset = -1;
      expect(section.seek(fde.offset)).toBe(true);
      expect(section.fde).toEqual(fde);
    }
    expect(section.countFdes()).toBe(1);
  });

  it('finds none at a CIE, outside, and where the length reaches outside', () => {
    const section = sectionWith([0x41]);
    const [fde] = [...section.fdes()];
    for (const offset of [0, -4, 1e9, section.bytes.length]) {
      expect(section.seek(offset), String(offset)).toBe(false);
    }
    const at = fde?.offset ?? 0;
    new DataView(section.bytes.buffer).setUint32(at, 0xffff, true);
    expect(section.seek(at)).toBe(false);
    expect(section.countFdes()).toBe(0);
  });
});
