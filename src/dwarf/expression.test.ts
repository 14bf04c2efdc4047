import { describe, expect, it } from 'vitest';
import { evaluateExpression } from './expression.ts';
import { operations as op } from './expression-table.ts';

const world = {
  register: (number: number) => (number === 7 ? 0x1000n : undefined),
  memory: (address: bigint, size: number) => (address === 0x1008n ? BigInt(size) : undefined),
};
const run = (...bytes: number[]) => evaluateExpression(Uint8Array.from(bytes), true, world);
const literal = (value: number) => op.literal0 + value;
const rsp = op.baseRegister0 + 7;

describe('evaluateExpression', () => {
  it.each([
    ['adds to a register', [rsp, 8], 0x1008n],
    ['wraps at 64 bits', [op.constant1s, 0xff], 2n ** 64n - 1n],
    ['reads memory', [rsp, 8, op.dereference], 8n],
    ['reads part of a word', [rsp, 8, op.dereferenceSize, 4], 4n],
    ['swaps', [literal(1), literal(2), op.swap, op.minus], 1n],
    ['rotates', [literal(1), literal(2), literal(3), op.rotate, op.minus], 2n ** 64n - 1n],
    ['picks', [literal(5), literal(2), op.pick, 1], 5n],
    ['compares signed', [op.constant1s, 0xff, literal(1), op.less], 1n],
    ['divides signed', [op.constant1s, 0xf8, literal(2), op.divide], 2n ** 64n - 4n],
    [
      'shifts the sign',
      [op.constant1s, 0x80, literal(3), op.shiftRightArithmetic],
      2n ** 64n - 16n,
    ],
    ['branches', [literal(1), op.branch, 1, 0, op.nop, literal(9)], 9n],
    [
      'is the PLT`s',
      [
        rsp,
        8,
        literal(12),
        literal(15),
        op.and,
        literal(11),
        op.greaterOrEqual,
        literal(3),
        op.shiftLeft,
        op.plus,
      ],
      0x1010n,
    ],
  ])('%s', (_, bytes, expected) => {
    expect(run(...bytes)).toBe(expected);
  });

  it.each([
    ['an empty stack', [op.plus]],
    ['an unknown register', [op.baseRegister0, 0]],
    ['memory that was not copied', [literal(3), op.dereference]],
    ['division by zero', [literal(3), literal(0), op.divide]],
    ['an endless loop', [op.skip, 0xfd, 0xff]],
    ['a jump outside', [op.skip, 100, 0]],
    ['an unknown operation', [0xff]],
    ['a missing operand', [op.constant8u, 1]],
    ['a stack without end', [literal(1), op.duplicate, op.skip, 0xfc, 0xff]],
  ])('gives nothing for %s', (_, bytes) => {
    expect(run(...bytes)).toBeUndefined();
  });
});
