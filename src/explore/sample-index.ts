import { resolveValueType } from '../analysis/index.ts';
import { defaultValueType, type Profile } from '../profile/index.ts';
import { RecentMap } from './recent-map.ts';
import { type SampleSlots, sampleSlots } from './sample-slots.ts';
import type { Scope } from './scope.ts';
import { SlotPyramid } from './slot-pyramid.ts';
import {
  addMaskedSamples,
  addSamples,
  emptySums,
  largestOf,
  type SampleMask,
  type SlotSums,
  type Stretch,
  type SummedColumns,
  sampleMask,
} from './slot-sums.ts';
import { firstAtOrAfter, type TimeOrder, timeOrder } from './time-order.ts';

/** Sums of this many parts are kept: those that several views, Back and undo ask for. */
const keptSums = 8;
/** Pyramids are as large as some columns of the samples. */
const keptPyramids = 2;

/** The samples of one profile, made quick to sum by time, thread, processor and value. */
export class SampleIndex {
  readonly #profile: Profile;
  readonly #sums = new RecentMap<string, SlotSums>(keptSums);
  readonly #pyramids = new RecentMap<number, SlotPyramid>(keptPyramids);
  #slots: SampleSlots | undefined;
  #order: TimeOrder | undefined;
  #lastType: number;

  constructor(profile: Profile) {
    this.#profile = profile;
    this.#lastType = defaultValueType(profile);
  }

  get slots(): SampleSlots {
    this.#slots ??= sampleSlots(this.#profile);
    return this.#slots;
  }

  /** Null where samples have no times. */
  get order(): TimeOrder | null {
    const { timeNs } = this.#profile.samples;
    if (timeNs === null) return null;
    this.#order ??= timeOrder(timeNs);
    return this.#order;
  }

  /**
   * Does a little of what makes selecting a range quick; says whether more is to be done. Until all is done,
   * a range costs its samples.
   */
  prepareStep(): boolean {
    const { order } = this;
    if (order === null) return false;
    const pyramid = this.#pyramid(this.#lastType, order);
    if (!pyramid.isWhole) pyramid.grow();
    return !pyramid.isWhole;
  }

  valueType(value: string): number {
    return resolveValueType(this.#profile, value === '' ? undefined : value);
  }

  /** What the samples of a scope add up to; its transforms play no part. Belongs to the index. */
  sums({ range, threads, cpus, value }: Scope): SlotSums {
    const type = this.valueType(value);
    this.#lastType = type;
    return this.#sums.get(JSON.stringify([range, threads, cpus, type]), () => {
      const masks = this.#masks(threads, cpus);
      const columns = this.#columns(type);
      if (range === null || this.order === null) {
        const all = { order: null, from: 0, to: columns.slot.length };
        return sumStretch(columns, all, masks);
      }
      const { order } = this;
      const timeNs = this.#profile.samples.timeNs ?? new Float64Array(0);
      const from = firstAtOrAfter(order, timeNs, range.startNs);
      const to = Math.max(from, firstAtOrAfter(order, timeNs, range.endNs));
      if (masks.length === 0) return this.#pyramid(type, order).sum(from, to);
      return sumStretch(columns, { order, from, to }, masks);
    });
  }

  #pyramid(type: number, order: TimeOrder): SlotPyramid {
    return this.#pyramids.get(type, () => new SlotPyramid(this.#columns(type), order));
  }

  #columns(type: number): SummedColumns {
    const { samples } = this.#profile;
    return {
      slots: this.slots.length,
      slot: this.slots.ofSample,
      value: samples.values[type] ?? new Float64Array(samples.length),
      count: countColumn(this.#profile),
    };
  }

  #masks(threads: readonly number[], cpus: readonly number[]): SampleMask[] {
    const { samples, threads: tasks } = this.#profile;
    const nowhere = (): Int32Array => new Int32Array(samples.length).fill(-1);
    const masks: SampleMask[] = [];
    if (threads.length > 0) {
      masks.push(sampleMask(samples.thread ?? nowhere(), threads, tasks.length));
    }
    if (cpus.length > 0) masks.push(sampleMask(samples.cpu ?? nowhere(), cpus, this.#cpuLimit));
    return masks;
  }

  /** Above every number of a processor. */
  get #cpuLimit(): number {
    this.#mostCpu ??= largestOf(this.#profile.samples.cpu ?? new Int32Array(0));
    return this.#mostCpu + 1;
  }

  #mostCpu: number | undefined;
}

function sumStretch(
  columns: SummedColumns,
  stretch: Stretch,
  masks: readonly SampleMask[],
): SlotSums {
  const sums = emptySums(columns.slots);
  if (masks.length === 0) addSamples(sums, columns, stretch);
  else addMaskedSamples(sums, columns, stretch, masks);
  return sums;
}

/** As `sampleCounts`, but null instead of a column of ones. */
export function countColumn({ samples, valueTypes }: Profile): Float64Array | null {
  if (samples.count !== null) return samples.count;
  const counted = valueTypes.findIndex((type) => type.name === 'samples' && type.unit === 'count');
  return samples.values[counted] ?? null;
}
