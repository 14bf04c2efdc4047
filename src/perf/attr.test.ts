import { describe, expect, it } from 'vitest';
import { ByteReader } from '../base/byte-reader.ts';
import { ToolError } from '../base/tool-error.ts';
import { type EventAttr, emptyAttr, encodeAttr, parseAttr } from './attr.ts';
import { eventTypes, sampleBits } from './attr-table.ts';

const sampling: EventAttr = {
  ...emptyAttr,
  type: eventTypes.software,
  config: 0n,
  period: 999,
  sampleType: sampleBits.identifier | sampleBits.ip | sampleBits.callchain,
  readFormat: 20,
  flags: new Set(['disabled', 'frequency', 'mmap2', 'useClockId', 'buildId'] as const),
  preciseIp: 2,
  wakeup: 131_072,
  config1: 0xffff_ffff_8100_0000n,
  config2: 0x1234n,
  userRegisters: 0xff0fffn,
  userStackSize: 8192,
  clockId: 1,
  maxStack: 127,
};

function reader(bytes: Uint8Array, littleEndian = true): ByteReader {
  return new ByteReader(bytes, 'attrs', { littleEndian });
}

describe('perf_event_attr', () => {
  it('survives the round trip', () => {
    expect(parseAttr(reader(encodeAttr(sampling)), 128)).toEqual(sampling);
  });

  it('stands where the kernel looks for it', () => {
    const view = new DataView(encodeAttr(sampling).buffer);
    expect(view.getUint32(4, true)).toBe(128);
    expect(view.getBigUint64(40, true)).toBe(
      (1n << 0n) | (1n << 10n) | (2n << 15n) | (1n << 23n) | (1n << 25n) | (1n << 34n),
    );
    expect(view.getInt32(92, true)).toBe(1);
    expect(view.getUint16(108, true)).toBe(127);
  });

  it('fills a shorter one with zeros and skips a longer one', () => {
    const short = encodeAttr(sampling).slice(0, 64);
    new DataView(short.buffer).setUint32(4, 64, true);
    expect(parseAttr(reader(short), 64)).toEqual({
      ...sampling,
      config2: 0n,
      userRegisters: 0n,
      userStackSize: 0,
      clockId: 0,
      maxStack: 0,
    });
    const long = new Uint8Array(144);
    long.set(encodeAttr(sampling));
    new DataView(long.buffer).setUint32(4, 144, true);
    const input = reader(long);
    expect(parseAttr(input, 144)).toEqual(sampling);
    expect(input.remaining).toBe(0);
  });

  it('reads the other byte order, whose bitfields are mirrored', () => {
    const swapped = new Uint8Array(128);
    const view = new DataView(swapped.buffer);
    view.setUint32(0, 1);
    view.setUint32(4, 128);
    view.setBigUint64(16, 999n);
    // disabled (bit 0) and frequency (bit 10), each counted from the top of its byte
    swapped[40] = 0x80;
    swapped[41] = 0x20;
    const attr = parseAttr(reader(swapped, false), 128);
    expect(attr.type).toBe(1);
    expect(attr.period).toBe(999);
    expect([...attr.flags]).toEqual(['disabled', 'frequency']);
  });

  it('refuses an impossible size', () => {
    const bytes = encodeAttr(sampling);
    new DataView(bytes.buffer).setUint32(4, 4096, true);
    expect(() => parseAttr(reader(bytes), 128)).toThrow(ToolError);
    expect(() => parseAttr(reader(bytes), 40)).toThrow('attr of 40 bytes');
    expect(() => parseAttr(reader(bytes.slice(0, 70)), 128)).toThrow(ToolError);
  });
});
