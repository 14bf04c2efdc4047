import { readBits, sampleBits } from './attr-table.ts';
import { miscBits, recordHeaderSize, recordTypes } from './record-table.ts';
import type { SampleIdLayout } from './sample-id.ts';
import type { SampleLayout } from './sample-layout.ts';

/**
 * The fields of records that are not samples, up to their text or to the `sample_id` at the end: `w` a
 * u32, `h` a u16, `q` a u64, `b` eight bytes that are no number; `Q` is as many u64 as fit, `t` a text.
 */
const shapes: Readonly<Record<number, string>> = {
  [recordTypes.mmap]: 'wwqqqt',
  [recordTypes.mmap2]: 'wwqqqwwqqwwt',
  [recordTypes.lost]: 'qq',
  [recordTypes.comm]: 'wwt',
  [recordTypes.exit]: 'wwwwq',
  [recordTypes.fork]: 'wwwwq',
  [recordTypes.throttle]: 'qqq',
  [recordTypes.unthrottle]: 'qqq',
  [recordTypes.read]: 'wwQ',
  [recordTypes.aux]: 'qqq',
  [recordTypes.itraceStart]: 'ww',
  [recordTypes.lostSamples]: 'q',
  [recordTypes.switch]: '',
  [recordTypes.switchCpuWide]: 'ww',
  [recordTypes.namespaces]: 'wwqQ',
  [recordTypes.ksymbol]: 'qwhht',
  [recordTypes.bpfEvent]: 'hhwb',
  [recordTypes.cgroup]: 'qt',
  [recordTypes.callchainDeferred]: 'qqQ',
};
/** With a build id instead of device and inode. */
const mmapWithBuildId = 'wwqqqbbbwwt';

/** Which layouts a record of the other byte order has; the id that tells is asked for in that order. */
export interface RecordLayouts {
  sampleLayout(view: DataView, start: number, end: number): SampleLayout | undefined;
  idLayout(view: DataView, start: number, end: number): SampleIdLayout | undefined;
}

/**
 * Turns a record of the other byte order around, in place, so that the rest of the reader knows one
 * order only. perf's own records keep their bodies: they are read field by field.
 */
export function swapRecord(view: DataView, start: number, layouts: RecordLayouts): void {
  const type = view.getUint32(start, false);
  const end = start + view.getUint16(start + 6, false);
  const swap = new Swapper(view, start, end);
  swap.fields('whh');
  if (type >= recordTypes.attr) return;
  if (type === recordTypes.sample) {
    const layout = layouts.sampleLayout(view, start, end);
    if (layout !== undefined) swapSample(swap, layout);
    return;
  }
  const trailer = layouts.idLayout(view, start, end);
  const bodyEnd = Math.max(start + recordHeaderSize, end - 4 * (trailer?.words ?? 0));
  const misc = view.getUint16(start + 4, true);
  const hasBuildId = type === recordTypes.mmap2 && (misc & miscBits.mmapBuildId) !== 0;
  swap.fields(hasBuildId ? mmapWithBuildId : (shapes[type] ?? 'Q'), bodyEnd);
  swap.at = bodyEnd;
  if (trailer !== undefined) swapTrailer(swap, trailer);
}

function swapTrailer(swap: Swapper, layout: SampleIdLayout): void {
  const end = swap.end;
  while (swap.at + 8 <= end) {
    const back = (end - swap.at) >> 2;
    swap.fields(back === layout.tid || back === layout.cpu ? 'ww' : 'q');
  }
}

function swapSample(swap: Swapper, layout: SampleLayout): void {
  const start = swap.at - recordHeaderSize;
  const type = layout.sampleType;
  while (swap.at < start + 4 * layout.fixedEnd && swap.at + 8 <= swap.end) {
    const word = (swap.at - start) >> 2;
    swap.fields(word === layout.tid || word === layout.cpu ? 'ww' : 'q');
  }
  if ((type & sampleBits.read) !== 0) swapRead(swap, layout.readFormat);
  if ((type & sampleBits.callchain) !== 0) swap.many(swap.number());
  if ((type & sampleBits.raw) !== 0) {
    const size = swap.word();
    swap.at += 8 * Math.ceil((4 + size) / 8) - 4;
  }
  if ((type & sampleBits.branchStack) !== 0) {
    const branches = swap.number();
    swap.many((layout.hasBranchIndex ? 1 : 0) + branches * (layout.hasBranchCounters ? 4 : 3));
  }
  if ((type & sampleBits.userRegisters) !== 0 && swap.number() !== 0) {
    swap.many(layout.userRegisterWords / 2);
  }
  if ((type & sampleBits.userStack) !== 0) {
    const size = swap.number();
    swap.at += size;
    if (size > 0) swap.fields('q');
  }
  swap.fields('Q');
}

function swapRead(swap: Swapper, format: number): void {
  const bit = (mask: number): number => Number((format & mask) !== 0);
  const times = bit(readBits.timeEnabled) + bit(readBits.timeRunning);
  const each = 1 + bit(readBits.id) + bit(readBits.lost);
  if ((format & readBits.group) === 0) swap.many(times + each);
  else swap.many(swap.number() * each + times);
}

/** Goes through a record and never past its end. */
class Swapper {
  readonly #view: DataView;
  readonly end: number;
  at: number;

  constructor(view: DataView, start: number, end: number) {
    this.#view = view;
    this.at = start;
    this.end = end;
  }

  /** Swaps fields as `shapes` writes them. */
  fields(shape: string, end: number = this.end): void {
    for (const kind of shape) {
      if (kind === 't') return;
      if (kind === 'Q') this.many((end - this.at) >> 3);
      else if (kind === 'b') this.at += 8;
      else this.#swap(kind === 'q' ? 8 : kind === 'w' ? 4 : 2, end);
    }
  }

  many(count: number): void {
    const fitting = Math.min(count, (this.end - this.at) >> 3);
    for (let done = 0; done < fitting; done++) this.#swap(8, this.end);
  }

  /** Swaps a u64 and gives its value, as far as a count may be one. */
  number(): number {
    const at = this.at;
    this.#swap(8, this.end);
    return at + 8 > this.end ? 0 : Number(this.#view.getBigUint64(at, true));
  }

  word(): number {
    const at = this.at;
    this.#swap(4, this.end);
    return at + 4 > this.end ? 0 : this.#view.getUint32(at, true);
  }

  #swap(size: 2 | 4 | 8, end: number): void {
    const { at } = this;
    this.at = at + size;
    if (at < 0 || this.at > end) return;
    const view = this.#view;
    if (size === 8) view.setBigUint64(at, view.getBigUint64(at, false), true);
    else if (size === 4) view.setUint32(at, view.getUint32(at, false), true);
    else view.setUint16(at, view.getUint16(at, false), true);
  }
}
