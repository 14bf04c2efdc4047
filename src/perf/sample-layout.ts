import type { EventAttr } from './attr.ts';
import { readBits, sampleBits } from './attr-table.ts';

/** Bits of `branch_sample_type` that change what a branch stack looks like. */
const branchHardwareIndex = 1n << 17n;
const branchCounters = 1n << 19n;
export const branchCallStack: bigint = 1n << 11n;

const absent = -1;
/** In 32-bit words, of the header before a sample's first field. */
const headerWords = 2;

/**
 * Where a sample of one event keeps what, in 32-bit words from the start of its record. The order is
 * that of `evsel__parse_sample` (tools/perf/util/evsel.c). Fields before the first one of variable
 * size have fixed places; the rest is found by `SampleCursor`.
 */
export class SampleLayout {
  readonly sampleType: number;
  readonly identifier: number;
  readonly ip: number;
  readonly tid: number;
  readonly time: number;
  readonly id: number;
  readonly cpu: number;
  readonly period: number;
  /** Where the fields of variable size begin. */
  readonly fixedEnd: number;
  readonly readFormat: number;
  readonly userRegisterWords: number;
  readonly interruptRegisterWords: number;
  readonly hasBranchIndex: boolean;
  readonly hasBranchCounters: boolean;
  readonly hasCallStackBranches: boolean;

  constructor(attr: EventAttr) {
    const type = attr.sampleType;
    let next = headerWords;
    const place = (bit: number): number => {
      if ((type & bit) === 0) return absent;
      next += 2;
      return next - 2;
    };
    this.sampleType = type;
    this.identifier = place(sampleBits.identifier);
    this.ip = place(sampleBits.ip);
    this.tid = place(sampleBits.tid);
    this.time = place(sampleBits.time);
    place(sampleBits.address);
    this.id = place(sampleBits.id);
    place(sampleBits.streamId);
    this.cpu = place(sampleBits.cpu);
    this.period = place(sampleBits.period);
    this.fixedEnd = next;
    this.readFormat = attr.readFormat;
    this.userRegisterWords = 2 * bitCount(attr.userRegisters);
    this.interruptRegisterWords = 2 * bitCount(attr.interruptRegisters);
    this.hasBranchIndex = (attr.branchSampleType & branchHardwareIndex) !== 0n;
    this.hasBranchCounters = (attr.branchSampleType & branchCounters) !== 0n;
    this.hasCallStackBranches = (attr.branchSampleType & branchCallStack) !== 0n;
  }
}

/**
 * The fields of variable size of one sample. One cursor is used for all samples: places are word
 * numbers in the array given to `read`, -1 where the sample lacks the field.
 */
export class SampleCursor {
  chainAt: number = absent;
  chainLength = 0;
  /** Of the first byte of raw data, which is 4-aligned. */
  rawAt: number = absent;
  rawBytes = 0;
  /** Of the first branch: from, to, flags are two words each. */
  branchesAt: number = absent;
  branchCount = 0;
  registersAt: number = absent;
  /** 1 = the registers are those of a 32-bit program, 2 = of a 64-bit one. */
  registersAbi = 0;
  stackAt: number = absent;
  /** What the kernel could copy of the stack, not what was asked for. */
  stackBytes = 0;
  cgroupAt: number = absent;

  /** False when the record is shorter than its fields; what was found up to there is kept. */
  read(words: Int32Array, start: number, end: number, layout: SampleLayout): boolean {
    this.#clear();
    let at = start + layout.fixedEnd;
    if (at > end) return false;
    const type = layout.sampleType;
    if ((type & sampleBits.read) !== 0) at += readWords(words, at, layout.readFormat);
    if ((type & sampleBits.callchain) !== 0) {
      const length = count(words, at, end, 2);
      if (length < 0) return false;
      this.chainAt = at + 2;
      this.chainLength = length;
      at += 2 + 2 * length;
    }
    const others = type & ~(sampleBits.read | sampleBits.callchain);
    return (others & variableBits) === 0 ? at <= end : this.#readRest(words, at, end, layout);
  }

  #clear(): void {
    this.chainAt = absent;
    this.chainLength = 0;
    this.rawAt = absent;
    this.branchesAt = absent;
    this.branchCount = 0;
    this.registersAt = absent;
    this.registersAbi = 0;
    this.stackAt = absent;
    this.stackBytes = 0;
    this.cgroupAt = absent;
  }

  #readRest(words: Int32Array, from: number, end: number, layout: SampleLayout): boolean {
    const type = layout.sampleType;
    let at = from;
    if ((type & sampleBits.raw) !== 0) {
      if (at >= end) return false;
      this.rawBytes = (words[at] as number) >>> 0;
      this.rawAt = at + 1;
      at += 2 * Math.ceil((4 + this.rawBytes) / 8);
      if (at > end) return false;
    }
    if ((type & sampleBits.branchStack) !== 0) {
      at = this.#readBranches(words, at, end, layout);
      if (at < 0) return false;
    }
    if ((type & sampleBits.userRegisters) !== 0) {
      if (at + 2 > end) return false;
      this.registersAbi = words[at] as number;
      at += 2;
      if (this.registersAbi !== 0) {
        if (at + layout.userRegisterWords > end) return false;
        this.registersAt = at;
        at += layout.userRegisterWords;
      }
    }
    if ((type & sampleBits.userStack) !== 0) {
      at = this.#readStack(words, at, end);
      if (at < 0) return false;
    }
    if ((type & sampleBits.cgroup) !== 0) this.cgroupAt = cgroupPlace(words, at, end, layout);
    return at <= end;
  }

  #readBranches(words: Int32Array, from: number, end: number, layout: SampleLayout): number {
    const extra = layout.hasBranchCounters ? 2 : 0;
    const branches = count(words, from, end, 6 + extra);
    if (branches < 0) return absent;
    this.branchesAt = from + (layout.hasBranchIndex ? 4 : 2);
    this.branchCount = branches;
    const next = this.branchesAt + branches * (6 + extra);
    return next > end ? absent : next;
  }

  /** size, that many bytes, and how many of them are filled. Nothing follows a size of 0. */
  #readStack(words: Int32Array, from: number, end: number): number {
    const bytes = count(words, from, end, 0.25);
    if (bytes < 0) return absent;
    const next = from + 2 + (bytes >> 2);
    if (bytes === 0) return next;
    if (next + 2 > end) return absent;
    this.stackAt = from + 2;
    this.stackBytes = Math.min((words[next] as number) >>> 0, bytes);
    return next + 2;
  }
}

/** Fields behind READ and CALLCHAIN that must be walked to find one of interest. */
const variableBits =
  sampleBits.raw |
  sampleBits.branchStack |
  sampleBits.userRegisters |
  sampleBits.userStack |
  sampleBits.cgroup;

/** A u64 that counts things of `wordsEach` that must fit before `end`; -1 when they do not. */
function count(words: Int32Array, at: number, end: number, wordsEach: number): number {
  if (at + 2 > end || (words[at + 1] as number) !== 0) return -1;
  const length = (words[at] as number) >>> 0;
  return at + 2 + length * wordsEach > end ? -1 : length;
}

/** Words of a READ field (`read_format` in perf_event.h); at least past the end when it is absurd. */
function readWords(words: Int32Array, at: number, format: number): number {
  const times = bit(format, readBits.timeEnabled) + bit(format, readBits.timeRunning);
  const perValue = 1 + bit(format, readBits.id) + bit(format, readBits.lost);
  if ((format & readBits.group) === 0) return 2 * (times + perValue);
  const values = (words[at] as number) >>> 0;
  return 2 * (1 + times + values * perValue);
}

function bit(value: number, mask: number): number {
  return (value & mask) === 0 ? 0 : 1;
}

/** The cgroup id stands behind fields that are only skipped for it. */
function cgroupPlace(words: Int32Array, from: number, end: number, layout: SampleLayout): number {
  const type = layout.sampleType;
  let at = from;
  if ((type & (sampleBits.weight | sampleBits.weightStruct)) !== 0) at += 2;
  if ((type & sampleBits.dataSource) !== 0) at += 2;
  if ((type & sampleBits.transaction) !== 0) at += 2;
  if ((type & sampleBits.interruptRegisters) !== 0) {
    if (at + 2 > end) return absent;
    at += 2 + ((words[at] as number) === 0 ? 0 : layout.interruptRegisterWords);
  }
  if ((type & sampleBits.physicalAddress) !== 0) at += 2;
  return at + 2 > end ? absent : at;
}

function bitCount(mask: bigint): number {
  let set = 0;
  for (let rest = mask; rest !== 0n; rest &= rest - 1n) set++;
  return set;
}
