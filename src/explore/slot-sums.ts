import type { TimeOrder } from './time-order.ts';

/** What some samples add up to, per slot. */
export interface SlotSums {
  readonly value: Float64Array;
  /** Observations behind the value; a sample without a value is no evidence for it. */
  readonly count: Float64Array;
}

/** Samples at the places from … to − 1 of an order; null = of the samples as they stand. */
export interface Stretch {
  readonly order: TimeOrder | null;
  readonly from: number;
  readonly to: number;
}

/** The columns that are summed, all aligned with the samples. */
export interface SummedColumns {
  readonly slots: number;
  readonly slot: Int32Array;
  readonly value: Float64Array;
  /** null = every row is one observation. */
  readonly count: Float64Array | null;
}

/** Which samples: null passes all. */
export interface SampleMask {
  readonly column: Int32Array;
  /** Per value of the column + 1, so that -1 (unknown) has an entry too. */
  readonly isChosen: Uint8Array;
}

export function emptySums(slots: number): SlotSums {
  return { value: new Float64Array(slots), count: new Float64Array(slots) };
}

/** A mask of the rows whose column, of numbers below `limit`, holds one of the chosen. */
export function sampleMask(
  column: Int32Array,
  chosen: readonly number[],
  limit: number = largestOf(column) + 1,
): SampleMask {
  // A processor of a number beyond all sense must not cost memory.
  const isChosen = new Uint8Array(Math.min(limit, mostNumbers) + 1);
  for (const number of chosen) if (number >= -1 && number < limit) isChosen[number + 1] = 1;
  return { column, isChosen };
}

const mostNumbers = 1 << 24;

export function largestOf(column: Int32Array): number {
  let most = -1;
  for (let row = 0; row < column.length; row++) {
    if ((column[row] as number) > most) most = column[row] as number;
  }
  return most;
}

/** Adds the samples of a stretch. Hot loop: indexes directly. */
export function addSamples(
  sums: SlotSums,
  columns: SummedColumns,
  { order, from, to }: Stretch,
): void {
  const { slot, value, count } = columns;
  const { value: values, count: counts } = sums;
  const rows = order?.rows ?? null;
  for (let place = from; place < to; place++) {
    const row = rows === null ? place : (rows[place] as number);
    const amount = value[row] as number;
    if (amount === 0) continue;
    const at = slot[row] as number;
    values[at] = (values[at] as number) + amount;
    counts[at] = (counts[at] as number) + (count === null ? 1 : (count[row] as number));
  }
}

/** The same for the samples that pass every mask. */
export function addMaskedSamples(
  sums: SlotSums,
  columns: SummedColumns,
  { order, from, to }: Stretch,
  masks: readonly SampleMask[],
): void {
  const { slot, value, count } = columns;
  const { value: values, count: counts } = sums;
  const rows = order?.rows ?? null;
  const [first, second] = masks;
  if (first === undefined) return;
  const columnA = first.column;
  const chosenA = first.isChosen;
  const columnB = second?.column ?? null;
  const chosenB = second?.isChosen ?? chosenA;
  for (let place = from; place < to; place++) {
    const row = rows === null ? place : (rows[place] as number);
    if (chosenA[(columnA[row] as number) + 1] !== 1) continue;
    if (columnB !== null && chosenB[(columnB[row] as number) + 1] !== 1) continue;
    const amount = value[row] as number;
    if (amount === 0) continue;
    const at = slot[row] as number;
    values[at] = (values[at] as number) + amount;
    counts[at] = (counts[at] as number) + (count === null ? 1 : (count[row] as number));
  }
}
