import type { ByteReader } from '../base/byte-reader.ts';
import { attrFlags, attrOffsets, attrSize, smallestAttrSize } from './attr-table.ts';

export type AttrFlag = keyof typeof attrFlags;

/** `struct perf_event_attr`: what the kernel is asked to count and to write into samples. */
export interface EventAttr {
  readonly type: number;
  readonly config: bigint;
  /** Events between samples, or samples per second when the flag `frequency` is set. */
  readonly period: number;
  /** `sampleBits`. */
  readonly sampleType: number;
  /** `readBits`. */
  readonly readFormat: number;
  readonly flags: ReadonlySet<AttrFlag>;
  /** How little skid is asked for: 0 (any) to 3 (none). */
  readonly preciseIp: number;
  /** Bytes with the flag `watermark`, else samples, before a reader is woken. */
  readonly wakeup: number;
  /** For a uprobe the address of its path, which means nothing outside the recording process. */
  readonly config1: bigint;
  readonly config2: bigint;
  readonly branchSampleType: bigint;
  readonly userRegisters: bigint;
  readonly userStackSize: number;
  readonly clockId: number;
  readonly interruptRegisters: bigint;
  /** Longest call chain; 0 is the kernel's default. */
  readonly maxStack: number;
}

const flagNames = Object.keys(attrFlags) as AttrFlag[];
const preciseIpShift = 15n;

/** An event that asks for nothing: what a plan does not mention stays zero. */
export const emptyAttr: EventAttr = {
  type: 0,
  config: 0n,
  period: 0,
  sampleType: 0,
  readFormat: 0,
  flags: new Set<AttrFlag>(),
  preciseIp: 0,
  wakeup: 0,
  config1: 0n,
  config2: 0n,
  branchSampleType: 0n,
  userRegisters: 0n,
  userStackSize: 0,
  clockId: 0,
  interruptRegisters: 0n,
  maxStack: 0,
};

/** Little-endian, of the size that has been accepted since Linux 5.13; longer ones are not needed. */
export function encodeAttr(attr: EventAttr): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(attrSize);
  const view = new DataView(bytes.buffer);
  view.setUint32(attrOffsets.type, attr.type, true);
  view.setUint32(attrOffsets.size, attrSize, true);
  view.setBigUint64(attrOffsets.config, attr.config, true);
  view.setBigUint64(attrOffsets.period, BigInt(attr.period), true);
  view.setBigUint64(attrOffsets.sampleType, BigInt(attr.sampleType), true);
  view.setBigUint64(attrOffsets.readFormat, BigInt(attr.readFormat), true);
  view.setBigUint64(attrOffsets.flags, flagBits(attr), true);
  view.setUint32(attrOffsets.wakeup, attr.wakeup, true);
  view.setBigUint64(attrOffsets.config1, attr.config1, true);
  view.setBigUint64(attrOffsets.config2, attr.config2, true);
  view.setBigUint64(attrOffsets.branchSampleType, attr.branchSampleType, true);
  view.setBigUint64(attrOffsets.userRegisters, attr.userRegisters, true);
  view.setUint32(attrOffsets.userStackSize, attr.userStackSize, true);
  view.setInt32(attrOffsets.clockId, attr.clockId, true);
  view.setBigUint64(attrOffsets.interruptRegisters, attr.interruptRegisters, true);
  view.setUint16(attrOffsets.maxStack, attr.maxStack, true);
  return bytes;
}

function flagBits(attr: EventAttr): bigint {
  let bits = BigInt(attr.preciseIp & 3) << preciseIpShift;
  for (const flag of attr.flags) bits |= 1n << BigInt(attrFlags[flag]);
  return bits;
}

/**
 * Reads one attr of `entrySize` bytes in the reader's byte order and moves past all of them. The attr
 * says how much of the entry it filled; what it lacks is zero, what it has beyond us is skipped.
 *
 * In a file of the other byte order perf's one-bit fields are the mirror image within each byte
 * (`bswap` of tools/perf/util/session.c), because compilers fill bitfields from the other end.
 */
export function parseAttr(reader: ByteReader, entrySize: number): EventAttr {
  if (entrySize < smallestAttrSize) throw reader.fail(`attr of ${entrySize} bytes`);
  const entry = reader.take(entrySize, 'attr');
  const stated = view32(entry, attrOffsets.size, reader.littleEndian);
  const size = stated === 0 ? smallestAttrSize : stated;
  if (size < smallestAttrSize || size > entrySize) throw reader.fail(`attr says ${size} bytes`);
  const whole = new Uint8Array(attrSize);
  whole.set(entry.subarray(0, Math.min(size, attrSize)));
  return decodeAttr(new DataView(whole.buffer), reader.littleEndian);
}

function view32(bytes: Uint8Array, offset: number, littleEndian: boolean): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(offset, littleEndian);
}

function decodeAttr(view: DataView, little: boolean): EventAttr {
  const u64 = (offset: number): bigint => view.getBigUint64(offset, little);
  const bits = little ? u64(attrOffsets.flags) : mirroredBits(view, attrOffsets.flags);
  return {
    type: view.getUint32(attrOffsets.type, little),
    config: u64(attrOffsets.config),
    period: Number(u64(attrOffsets.period)),
    sampleType: Number(u64(attrOffsets.sampleType)),
    readFormat: Number(u64(attrOffsets.readFormat)),
    flags: new Set(flagNames.filter((name) => ((bits >> BigInt(attrFlags[name])) & 1n) === 1n)),
    preciseIp: Number((bits >> preciseIpShift) & 3n),
    wakeup: view.getUint32(attrOffsets.wakeup, little),
    config1: u64(attrOffsets.config1),
    config2: u64(attrOffsets.config2),
    branchSampleType: u64(attrOffsets.branchSampleType),
    userRegisters: u64(attrOffsets.userRegisters),
    userStackSize: view.getUint32(attrOffsets.userStackSize, little),
    clockId: view.getInt32(attrOffsets.clockId, little),
    interruptRegisters: u64(attrOffsets.interruptRegisters),
    maxStack: view.getUint16(attrOffsets.maxStack, little),
  };
}

/** Eight bytes whose bits were filled from the top: byte 0 holds the first eight fields, bit 7 first. */
function mirroredBits(view: DataView, offset: number): bigint {
  let bits = 0n;
  for (let bit = 0; bit < 64; bit++) {
    const byte = view.getUint8(offset + (bit >> 3));
    if ((byte & (0x80 >> (bit & 7))) !== 0) bits |= 1n << BigInt(bit);
  }
  return bits;
}
