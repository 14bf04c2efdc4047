import { keyFamilies } from '../render/index.ts';
import type { Scope } from './scope.ts';
import { type SampleMask, sampleMask } from './slot-sums.ts';
import { spread } from './thread-waits.ts';
import { finestBuckets, type LevelBuckets } from './time-levels.ts';
import { droppedFamily, leafFamilies, placesIn, type TimedSamples } from './timed-samples.ts';

/** Families a bucket's value is split by. */
export const familyCount: number = keyFamilies.length;

/** Cells that a grid may have: 64 MB. With very many threads its finest buckets are wider. */
const mostCells = 1 << 23;

/** What the rows of a grid are. */
export interface GridGroups {
  /** The group of each sample, -1 = unknown; null = all are one group, number 0. */
  readonly group: Int32Array | null;
  /** Which samples count; null = all. */
  readonly mask: SampleMask | null;
}

/** Groups by thread of the samples on some processors, or by processor of those of some threads. */
export function gridGroups(
  { thread, cpu, timeNs }: TimedSamples,
  by: 'thread' | 'cpu',
  scope: Scope,
): GridGroups {
  const [group, other] = by === 'thread' ? [thread, cpu] : [cpu, thread];
  const chosen = by === 'thread' ? scope.cpus : scope.threads;
  if (chosen.length === 0) return { group, mask: null };
  return { group, mask: sampleMask(other ?? new Int32Array(timeNs.length).fill(-1), chosen) };
}

/**
 * The scope's value by group (thread or processor), family of the leaf and bucket of time. It is made
 * in one pass over the samples; every window and every choice of groups then costs buckets.
 */
export class TimeGrid {
  readonly #timed: TimedSamples;
  readonly #families: Uint8Array;
  readonly #group: Int32Array | null;
  readonly #mask: SampleMask | null;
  /** Per (group + 1) × families: its row of cells; -1 = nothing there. */
  readonly #rowOf: Int32Array;
  readonly #cells: Float64Array;
  /** The grid's own buckets are 2^level of the finest that could be. */
  readonly #level: number;
  readonly #buckets: number;

  constructor(timed: TimedSamples, { group, mask }: GridGroups) {
    this.#timed = timed;
    this.#families = leafFamilies(timed);
    this.#group = group;
    this.#mask = mask;
    const { rowOf, rows } = this.#findRows();
    this.#rowOf = rowOf;
    const fitting = Math.floor(Math.log2(mostCells / Math.max(1, rows)));
    this.#level = Math.max(0, Math.log2(finestBuckets) - Math.max(0, fitting));
    this.#buckets = finestBuckets >> this.#level;
    this.#cells = new Float64Array(rows * this.#buckets);
    this.#fill();
  }

  /** Groups that have samples; -1 is among them when some samples have none. */
  get groups(): number[] {
    const found: number[] = [];
    for (let entry = 0; entry < this.#rowOf.length; entry += familyCount) {
      const rows = this.#rowOf.subarray(entry, entry + familyCount);
      if (rows.some((row) => row >= 0)) found.push(entry / familyCount - 1);
    }
    return found;
  }

  /** What each group adds up to over all the time, aligned with `groups`. */
  totals(): Float64Array {
    return Float64Array.from(this.groups, (group) => {
      let sum = 0;
      for (let family = 0; family < familyCount; family++) {
        const row = this.#rowOf[(group + 1) * familyCount + family] as number;
        if (row < 0) continue;
        const begin = row * this.#buckets;
        for (let at = begin; at < begin + this.#buckets; at++) sum += this.#cells[at] as number;
      }
      return sum;
    });
  }

  /** Adds groups to `into`: families × buckets, one family after the other. null = all groups. */
  add(into: Float64Array, buckets: LevelBuckets, groups: readonly number[] | null): void {
    if (buckets.level < this.#level) {
      if (this.#timed.isWait) this.#addWaits(into, buckets, groups);
      else this.#addSamples(into, buckets, groups);
    } else for (const group of groups ?? this.groups) this.#addCells(into, buckets, group);
  }

  #addCells(into: Float64Array, { first, length, level }: LevelBuckets, group: number): void {
    const width = 1 << (level - this.#level);
    for (let family = 0; family < familyCount; family++) {
      const row = this.#rowOf[(group + 1) * familyCount + family] ?? -1;
      if (row < 0) continue;
      const begin = row * this.#buckets;
      for (let bucket = 0; bucket < length; bucket++) {
        const from = (first + bucket) * width;
        const to = Math.min(from + width, this.#buckets);
        let sum = 0;
        for (let at = from; at < to; at++) sum += this.#cells[begin + at] as number;
        const cell = family * length + bucket;
        into[cell] = (into[cell] as number) + sum;
      }
    }
  }

  /** Deeper than the grid goes a window is short, so its samples are few. Hot loop. */
  #addSamples(into: Float64Array, buckets: LevelBuckets, groups: readonly number[] | null): void {
    const { timeNs, value, slotOfSample, order, extent } = this.#timed;
    const { startNs, bucketNs, length, first } = buckets;
    const chosen = groups === null ? null : new Set(groups);
    const endNs = Math.min(extent.endNs, startNs + length * bucketNs);
    const [from, to] = placesIn(this.#timed, { startNs, endNs });
    for (let place = from; place < to; place++) {
      const row = order.rows === null ? place : (order.rows[place] as number);
      const family = this.#families[slotOfSample[row] as number] as number;
      if (family === droppedFamily || !this.#counts(row)) continue;
      if (chosen !== null && !chosen.has(this.#groupOf(row))) continue;
      const bucket = Math.floor(((timeNs[row] as number) - extent.startNs) / bucketNs) - first;
      if (bucket < 0 || bucket >= length) continue;
      const cell = family * length + bucket;
      into[cell] = (into[cell] as number) + (value[row] as number);
    }
  }

  /** Waits last from their time on, so those before the window can reach into it. */
  #addWaits(into: Float64Array, buckets: LevelBuckets, groups: readonly number[] | null): void {
    const { timeNs, value, slotOfSample } = this.#timed;
    const chosen = groups === null ? null : new Set(groups);
    for (let row = 0; row < timeNs.length; row++) {
      const family = this.#families[slotOfSample[row] as number] as number;
      if (value[row] === 0 || family === droppedFamily || !this.#counts(row)) continue;
      if (chosen !== null && !chosen.has(this.#groupOf(row))) continue;
      const from = timeNs[row] as number;
      spread(into, family * buckets.length, buckets, from, from + (value[row] as number));
    }
  }

  #counts(row: number): boolean {
    if (this.#mask === null) return true;
    return this.#mask.isChosen[(this.#mask.column[row] as number) + 1] === 1;
  }

  #groupOf(row: number): number {
    return this.#group === null ? 0 : (this.#group[row] as number);
  }

  #findRows(): { rowOf: Int32Array; rows: number } {
    const { slotOfSample, timeNs, value } = this.#timed;
    let most = 0;
    if (this.#group !== null) {
      for (let row = 0; row < this.#group.length; row++) {
        if ((this.#group[row] as number) > most) most = this.#group[row] as number;
      }
    }
    const rowOf = new Int32Array((most + 2) * familyCount).fill(-1);
    const [families, group, mask] = [this.#families, this.#group, this.#mask];
    let rows = 0;
    for (let row = 0; row < timeNs.length; row++) {
      const family = families[slotOfSample[row] as number] as number;
      if (family === droppedFamily || value[row] === 0) continue;
      const entry = ((group === null ? 0 : (group[row] as number)) + 1) * familyCount + family;
      if ((rowOf[entry] as number) >= 0 || (mask !== null && !this.#counts(row))) continue;
      rowOf[entry] = rows++;
    }
    return { rowOf, rows };
  }

  /** Hot loop over all samples. */
  #fill(): void {
    const { timeNs, value, slotOfSample, extent, isWait } = this.#timed;
    const bucketNs = ((extent.endNs - extent.startNs) / finestBuckets) * 2 ** this.#level;
    const all = { startNs: extent.startNs, bucketNs, length: this.#buckets };
    const [cells, families, group, mask] = [this.#cells, this.#families, this.#group, this.#mask];
    const [rowOf, buckets] = [this.#rowOf, this.#buckets];
    for (let row = 0; row < timeNs.length; row++) {
      const amount = value[row] as number;
      const family = families[slotOfSample[row] as number] as number;
      if (amount === 0 || family === droppedFamily) continue;
      if (mask !== null && !this.#counts(row)) continue;
      const entry = ((group === null ? 0 : (group[row] as number)) + 1) * familyCount + family;
      const line = rowOf[entry] as number;
      const from = timeNs[row] as number;
      if (isWait) {
        spread(cells, line * buckets, all, from, from + amount);
        continue;
      }
      const bucket = Math.floor((from - extent.startNs) / bucketNs);
      // Also false for an unknown time.
      if (!(bucket >= 0 && bucket < buckets)) continue;
      const cell = line * buckets + bucket;
      cells[cell] = (cells[cell] as number) + amount;
    }
  }
}
