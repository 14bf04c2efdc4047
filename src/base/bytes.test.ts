import { crc32 as zlibCrc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { crc32 } from './crc32.ts';
import { seededRandom } from './random.ts';

describe('ByteReader and ByteWriter', () => {
  it('read back what was written', () => {
    const writer = new ByteWriter(1);
    writer.u8(7);
    writer.u16(0xbeef);
    writer.u32(0xdeadbeef);
    writer.u64(2n ** 63n);
    writer.f64(0.1);
    writer.uleb(2 ** 53 - 1);
    writer.text('größer');
    const reader = new ByteReader(writer.view(), 'test');
    expect(reader.u8('a')).toBe(7);
    expect(reader.u16('b')).toBe(0xbeef);
    expect(reader.u32('c')).toBe(0xdeadbeef);
    expect(reader.u64('d')).toBe(2n ** 63n);
    expect(reader.f64('e')).toBe(0.1);
    expect(reader.uleb('f')).toBe(2 ** 53 - 1);
    expect(reader.text(reader.remaining, 'g')).toBe('größer');
    expect(reader.atEnd).toBe(true);
  });

  it('name the section, the offset in the file and the field when bytes end', () => {
    const whole = new ByteReader(new Uint8Array(20), 'file');
    whole.skip(16, 'header');
    const section = whole.sub(4, '.debug_line');
    section.u16('version');
    expect(() => section.u32('length')).toThrow('truncated .debug_line at 0x12: length');
    expect(() => whole.take(2 ** 40, 'body')).toThrow('truncated file at 0x14: body');
  });

  it('refuses a LEB128 that never ends', () => {
    const reader = new ByteReader(new Uint8Array(64).fill(0xff), 'x');
    expect(() => reader.uleb('n')).toThrow('exceeds 2^53');
  });
});

describe('crc32', () => {
  it('agrees with zlib at every length and when continued', () => {
    const random = seededRandom(1);
    for (let length = 0; length < 70; length++) {
      const bytes = Uint8Array.from({ length }, () => random() * 256);
      expect(crc32(bytes)).toBe(zlibCrc32(bytes));
      expect(crc32(bytes.subarray(5), crc32(bytes.subarray(0, 5)))).toBe(zlibCrc32(bytes));
    }
  });
});
