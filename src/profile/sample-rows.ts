import { Float64Builder, Int32Builder } from '../base/growable-column.ts';
import { PairIndex } from '../base/tuple-index.ts';
import type {
  LabelSetIndex,
  SampleIndex,
  SampleTable,
  StackIndex,
  ThreadIndex,
  ValueTypeIndex,
} from './tables.ts';

/**
 * The sample columns while they grow. Columns that most files lack (thread, time, CPU, labels)
 * come into being with the first row that has the fact, filled with "unknown" for earlier rows.
 */
export class SampleRows {
  readonly #aggregate: boolean;
  readonly #stack = new Int32Builder(1024);
  readonly #values: Float64Builder[] = [];
  #thread: Int32Builder | null = null;
  #timeNs: Float64Builder | null = null;
  #cpu: Int32Builder | null = null;
  #labels: Int32Builder | null = null;
  #count: Float64Builder | null = null;
  /** Per stack + 1 the row + 1 of its samples without thread and labels; 0 = none yet. */
  #plainRows = new Int32Array(1024);
  readonly #groupIndex = new PairIndex(16);
  readonly #rowIndex = new PairIndex();
  #groups = 0;

  constructor(aggregate: boolean) {
    this.#aggregate = aggregate;
    if (aggregate) this.#count = new Float64Builder();
  }

  get length(): number {
    return this.#stack.length;
  }

  addValueColumn(): void {
    const column = new Float64Builder(Math.max(64, this.length));
    for (let row = 0; row < this.length; row++) column.push(0);
    this.#values.push(column);
  }

  /** A new row, or when aggregating the row of the same stack, thread and labels. */
  add(stack: StackIndex, thread: ThreadIndex, labels: LabelSetIndex): SampleIndex {
    if (this.#aggregate) {
      const known = this.#findGrouped(stack, thread, labels);
      if (known >= 0) {
        this.#count?.add(known, 1);
        return known as SampleIndex;
      }
    }
    const row = this.#stack.push(stack) as SampleIndex;
    for (const column of this.#values) column.push(0);
    if (thread >= 0) this.#thread ??= intColumn(row, -1);
    this.#thread?.push(thread);
    if (labels > 0) this.#labels ??= intColumn(row, 0);
    this.#labels?.push(labels);
    this.#count?.push(1);
    this.#timeNs?.push(Number.NaN);
    this.#cpu?.push(-1);
    return row;
  }

  addValue(row: SampleIndex, type: ValueTypeIndex, value: number): void {
    (this.#values[type] as Float64Builder).add(row, value);
  }

  /** Says that the row stands for `count` observations in all, not for the calls of `add`. */
  setCount(row: SampleIndex, count: number): void {
    this.#count ??= floatColumn(this.length, 1);
    this.#count.set(row, count);
  }

  /** Adds to the observations of a row that `add` has already counted as one. */
  addCount(row: SampleIndex, more: number): void {
    this.#count ??= floatColumn(this.length, 1);
    this.#count.add(row, more);
  }

  setTime(row: SampleIndex, timeNs: number): void {
    if (this.#aggregate) return;
    this.#timeNs ??= floatColumn(this.length, Number.NaN);
    this.#timeNs.set(row, timeNs);
  }

  setCpu(row: SampleIndex, cpu: number): void {
    if (this.#aggregate) return;
    this.#cpu ??= intColumn(this.length, -1);
    this.#cpu.set(row, cpu);
  }

  finish(): SampleTable {
    return {
      length: this.length,
      stack: this.#stack.finish(),
      thread: this.#thread?.finish() ?? null,
      timeNs: this.#timeNs?.finish() ?? null,
      cpu: this.#cpu?.finish() ?? null,
      labels: this.#labels?.finish() ?? null,
      count: this.#count?.finish() ?? null,
      values: this.#values.map((column) => column.finish()),
    };
  }

  #findGrouped(stack: number, thread: number, labels: number): number {
    if (thread < 0 && labels === 0) return this.#findPlain(stack);
    let group = this.#groupIndex.findOrAdd(thread, labels, this.#groups);
    if (group < 0) group = this.#groups++;
    return this.#rowIndex.findOrAdd(stack, group, this.length);
  }

  /** Most files that are summed know neither threads nor labels: stacks are numbered without gaps. */
  #findPlain(stack: number): number {
    const at = stack + 1;
    if (at >= this.#plainRows.length) {
      const grown = new Int32Array(Math.max(at + 1, this.#plainRows.length * 4));
      grown.set(this.#plainRows);
      this.#plainRows = grown;
    }
    const known = this.#plainRows[at] as number;
    if (known === 0) this.#plainRows[at] = this.length + 1;
    return known - 1;
  }
}

function intColumn(rows: number, fill: number): Int32Builder {
  const column = new Int32Builder(Math.max(64, rows));
  for (let row = 0; row < rows; row++) column.push(fill);
  return column;
}

function floatColumn(rows: number, fill: number): Float64Builder {
  const column = new Float64Builder(Math.max(64, rows));
  for (let row = 0; row < rows; row++) column.push(fill);
  return column;
}
