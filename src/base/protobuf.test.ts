import { describe, expect, it } from 'vitest';
import { int64, ProtobufReader, uint64, wireTypes } from './protobuf-reader.ts';
import { ProtobufWriter, varintSize } from './protobuf-writer.ts';

function readerOf(write: (writer: ProtobufWriter) => void): ProtobufReader {
  const writer = new ProtobufWriter(1);
  write(writer);
  return new ProtobufReader(writer.flush(), 'test');
}

function skipAll(...bytes: number[]): void {
  const reader = new ProtobufReader(Uint8Array.from(bytes), 'test');
  while (reader.next()) reader.skip();
}

describe('ProtobufReader and ProtobufWriter', () => {
  it('read back integers of every size and sign', () => {
    const values = [0, 1, 127, 128, 2 ** 31 - 1, 2 ** 31, 2 ** 32 + 5, 2 ** 53 - 1, -1, -(2 ** 40)];
    const reader = readerOf((writer) => {
      for (const value of values) writer.varint(value);
    });
    reader.wire = wireTypes.varint;
    expect(values.map(() => reader.signed('n'))).toEqual(values);
    expect(reader.offset).toBe(values.reduce((sum, value) => sum + varintSize(value), 0));
  });

  it('keep all 64 bits', () => {
    const values = [2n ** 64n - 1n, 2n ** 63n, 0xffffffff81000000n, -(2n ** 63n)];
    const reader = readerOf((writer) => {
      for (const value of values) writer.varint64(value);
    });
    reader.wire = wireTypes.varint;
    for (const value of values) {
      reader.unsigned('n');
      expect(uint64(reader.low, reader.high)).toBe(BigInt.asUintN(64, value));
      expect(int64(reader.low, reader.high)).toBe(BigInt.asIntN(64, value));
    }
  });

  it('nest messages and leave out defaults', () => {
    const reader = readerOf((writer) => {
      const body = new ProtobufWriter();
      body.integer(1, 300);
      body.integer(2, 0);
      body.boolean(3, false);
      writer.message(4, body);
      writer.text(5, 'größer');
    });
    expect(reader.next()).toBe(true);
    expect(reader.field).toBe(4);
    const outer = reader.enter('message');
    expect(reader.next()).toBe(true);
    expect([reader.field, reader.unsigned('n')]).toEqual([1, 300]);
    expect(reader.next()).toBe(false);
    reader.leave(outer);
    expect(reader.next()).toBe(true);
    expect(reader.field).toBe(5);
    reader.skip();
    expect(reader.next()).toBe(false);
  });

  it('name the place of damage', () => {
    expect(() => skipAll(0x08, 0x80)).toThrow('truncated test at 0x1: skipped field');
    expect(() => skipAll(0x12, 0x05, 0x00)).toThrow('test at 0x2: skipped field of 5 bytes');
    expect(() => skipAll(0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)).toThrow(
      'bytes where 0 are left',
    );
    expect(() => skipAll(0x0b)).toThrow('unknown wire type 3');
    expect(() => skipAll(0x00)).toThrow('field number 0');
    expect(() => skipAll(0x08, ...Array.from({ length: 11 }, () => 0xff))).toThrow('more than 10');
    expect(() => skipAll(0x09, 1, 2, 3)).toThrow('truncated');
  });
});
