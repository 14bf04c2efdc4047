import { describe, expect, it } from 'vitest';
import { ToolError } from '../base/tool-error.ts';
import { parseLineHeader } from './line-header.ts';
import { LineIndex, LineIndexBuilder } from './line-index.ts';
import { LineProgram, SpecialOpcodes } from './line-program.ts';

const copy = [1];
const advancePc = (n: number): number[] => [2, n];
const advanceLine = (n: number): number[] => [3, n & 0x7f];
const setAddress = (address: bigint): number[] => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, address, true);
  return [0, 9, 2, ...bytes];
};
const endSequence = [0, 1, 1];

/** Version 3, one file `a.c`, line base -5, range 14, opcodes up to 12. */
function lineSection(program: readonly number[]): Uint8Array {
  const tables = [0, ...new TextEncoder().encode('a.c'), 0, 0, 0, 0, 0];
  const fields = [1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, ...tables];
  const length = 2 + 4 + fields.length + program.length;
  return Uint8Array.from([
    length & 0xff,
    length >> 8,
    0,
    0,
    3,
    0,
    fields.length,
    0,
    0,
    0,
    ...fields,
    ...program,
  ]);
}

/** Address, then line: what an address of the program belongs to. */
function lines(opcodes: readonly number[], ...addresses: readonly number[]): number[] {
  const bytes = lineSection(opcodes);
  const header = parseLineHeader(bytes, true, 0, 8);
  const program = new LineProgram(bytes, true, header, new SpecialOpcodes(header));
  const index = new LineIndex(program, new LineIndexBuilder());
  return addresses.map((svma) => (index.find(svma) ? program.rowLine : -1));
}

describe('LineIndex', () => {
  it('holds a row up to the next one, and to the end of its sequence', () => {
    const program = [
      ...setAddress(0x1000n),
      ...copy,
      ...advancePc(4),
      ...advanceLine(9),
      ...copy,
      ...advancePc(4),
      ...endSequence,
    ].flat();
    expect(lines(program, 0xfff, 0x1000, 0x1003, 0x1004, 0x1007, 0x1008)).toEqual([
      -1, 1, 1, 10, 10, -1,
    ]);
  });

  it('advances address and line together with special opcodes', () => {
    // 13 + (2 - -5) + 14 * 3: three bytes and two lines on.
    const program = [...setAddress(0x10n), ...copy, 13 + 7 + 42, ...advancePc(1), ...endSequence];
    expect(lines(program, 0x12, 0x13)).toEqual([1, 3]);
  });

  it('keeps the last of several rows at one address', () => {
    const same = [...copy, ...advanceLine(1), ...copy, ...advanceLine(1), ...copy];
    const program = [...setAddress(0x10n), ...same, ...advancePc(2), ...endSequence];
    expect(lines(program, 0x10, 0x11)).toEqual([3, 3]);
  });

  it('sorts sequences, and rows of one that goes back', () => {
    const back = [
      ...setAddress(0x108n),
      ...copy,
      ...setAddress(0x100n),
      ...advanceLine(4),
      ...copy,
    ];
    const first = [...back, ...setAddress(0x110n), ...endSequence];
    const second = [...setAddress(0x10n), ...copy, ...advancePc(2), ...endSequence];
    expect(lines([...first, ...second], 0x100, 0x108, 0x10, 0x12)).toEqual([5, 1, 1, -1]);
  });

  it('finds every row of a long sequence, however the addresses are asked', () => {
    const steps = Array.from({ length: 100 }, () => [...advanceLine(1), ...advancePc(2), ...copy]);
    const program = [
      ...setAddress(0x10n),
      ...copy,
      ...steps.flat(),
      ...advancePc(2),
      ...endSequence,
    ];
    const addresses = Array.from({ length: 202 }, (_, i) => 0x10 + i).reverse();
    const expected = addresses.map((svma) => 1 + ((svma - 0x10) >> 1));
    expect(lines(program, ...addresses)).toEqual(expected);
  });

  it('drops code that the linker left out', () => {
    const gone = [...setAddress(2n ** 64n - 1n), ...copy, ...advancePc(8), ...endSequence];
    const kept = [...setAddress(0x10n), ...copy, ...advancePc(2), ...endSequence];
    expect(lines([...gone, ...kept], 0x10, 2 ** 64)).toEqual([1, -1]);
  });

  it('refuses opcodes that reach past the program', () => {
    expect(() => lines([0, 100, 2], 0)).toThrow(ToolError);
  });
});
