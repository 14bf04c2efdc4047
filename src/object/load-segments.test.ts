import { describe, expect, it } from 'vitest';
import { sourceOf } from './byte-source.ts';
import type { ElfFile, ElfSegment } from './elf-file.ts';
import { fileOffsetOfSvma, svmaOfFileOffset } from './load-segments.ts';

function load(offset: number, address: number, size: number, flags: number): ElfSegment {
  const memorySize = BigInt(size);
  return { type: 1, flags, offset, address: BigInt(address), fileSize: size, memorySize };
}

function image(...segments: readonly ElfSegment[]): ElfFile {
  const source = sourceOf(new Uint8Array(0));
  const shape = { source, is64: true, littleEndian: true, machine: 'x86-64', type: 3 };
  return { ...shape, segments, sections: [] };
}

describe('svmaOfFileOffset', () => {
  it('uses the segment that holds the offset, as lld --rosegment lays them out', () => {
    const elf = image(
      load(0, 0, 0x59c, 4),
      load(0x5a0, 0x15a0, 0x200, 5),
      load(0x7a0, 0x27a0, 64, 6),
    );
    expect(svmaOfFileOffset(elf, 0x100)).toBe(0x100);
    expect(svmaOfFileOffset(elf, 0x5a0)).toBe(0x15a0);
    expect(svmaOfFileOffset(elf, 0x7b0)).toBe(0x27b0);
    expect(svmaOfFileOffset(elf, 0x900)).toBeUndefined();
  });

  it('knows programs that are not position independent', () => {
    expect(svmaOfFileOffset(image(load(0, 0x400000, 0x1000, 5)), 0x123)).toBe(0x400123);
  });

  it('prefers code where ranges overlap', () => {
    const elf = image(load(0, 0, 0x2000, 4), load(0x1000, 0x11000, 0x1000, 5));
    expect(svmaOfFileOffset(elf, 0x1800)).toBe(0x11800);
  });

  it('goes back', () => {
    const elf = image(load(0, 0, 0x59c, 4), load(0x5a0, 0x15a0, 0x200, 5));
    expect(fileOffsetOfSvma(elf, 0x15a8)).toBe(0x5a8);
    expect(fileOffsetOfSvma(elf, 0x9000)).toBeUndefined();
  });
});
