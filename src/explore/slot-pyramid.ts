import { addSamples, emptySums, type SlotSums, type SummedColumns } from './slot-sums.ts';
import type { TimeOrder } from './time-order.ts';

/** Samples of a block of the finest level; more where so many would hardly share a slot. */
const leastBlockSamples = 1 << 16;
/** Blocks that make one of the next level. */
const fanOut = 4;

/** Sums of one block, for the slots that occur in it. */
interface Block {
  readonly slot: Int32Array;
  readonly value: Float64Array;
  readonly count: Float64Array;
}

/**
 * Sums over stretches of time at several levels, like the mip-map of a texture: blocks of 65 536 samples
 * in order of time, four of which make a block of the next level, and so on. A range then costs a few
 * blocks of each level and the samples of the two blocks that it cuts.
 */
export class SlotPyramid {
  readonly #columns: SummedColumns;
  readonly #order: TimeOrder;
  readonly #blockSamples: number;
  readonly #scratch: Scratch;
  readonly #levels: Block[][] = [[]];
  #isWhole = false;

  constructor(columns: SummedColumns, order: TimeOrder) {
    this.#columns = columns;
    this.#order = order;
    this.#blockSamples = Math.max(leastBlockSamples, 2 ** Math.ceil(Math.log2(columns.slots + 1)));
    this.#scratch = new Scratch(columns.slots);
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Makes one more block; until it is whole, sums are made of samples. */
  grow(): void {
    const blocks = this.#levels.at(-1) ?? [];
    const made = this.#levels.length === 1 ? this.#makeFinest(blocks) : this.#makeCoarser(blocks);
    if (made) return;
    this.#isWhole = blocks.length <= fanOut;
    if (!this.#isWhole) this.#levels.push([]);
  }

  /** The samples at the places from … to − 1 of the order. */
  sum(from: number, to: number): SlotSums {
    const sums = emptySums(this.#columns.slots);
    const order = this.#order;
    const blockSamples = this.#blockSamples;
    const first = Math.ceil(from / blockSamples);
    const last = Math.floor(to / blockSamples);
    if (first >= last || !this.#isWhole) {
      addSamples(sums, this.#columns, { order, from, to });
      return sums;
    }
    addSamples(sums, this.#columns, { order, from, to: first * blockSamples });
    addSamples(sums, this.#columns, { order, from: last * blockSamples, to });
    this.#addBlocks(sums, first, last);
    return sums;
  }

  /** Whole blocks of the finest level: at each level the odd ones at both ends, the rest one level up. */
  #addBlocks(sums: SlotSums, first: number, last: number): void {
    let [low, high] = [first, last];
    for (let level = 0; low < high; level++) {
      const blocks = this.#levels[level] ?? [];
      if (level === this.#levels.length - 1) {
        for (; low < high; low++) addBlock(sums, blocks[low]);
        return;
      }
      for (; low < high && low % fanOut !== 0; low++) addBlock(sums, blocks[low]);
      for (; low < high && high % fanOut !== 0; high--) addBlock(sums, blocks[high - 1]);
      low /= fanOut;
      high /= fanOut;
    }
  }

  #makeFinest(blocks: Block[]): boolean {
    const order = this.#order;
    const from = blocks.length * this.#blockSamples;
    const to = from + this.#blockSamples;
    if (to > order.timed) return false;
    addSamples(this.#scratch.sums, this.#columns, { order, from, to });
    blocks.push(this.#scratch.take());
    return true;
  }

  #makeCoarser(blocks: Block[]): boolean {
    const below = this.#levels.at(-2) ?? [];
    const first = blocks.length * fanOut;
    if (first + fanOut > below.length) return false;
    for (let at = first; at < first + fanOut; at++) addBlock(this.#scratch.sums, below[at]);
    blocks.push(this.#scratch.take());
    return true;
  }
}

function addBlock(sums: SlotSums, block: Block | undefined): void {
  if (block === undefined) return;
  const { slot, value, count } = block;
  const { value: values, count: counts } = sums;
  for (let entry = 0; entry < slot.length; entry++) {
    const at = slot[entry] as number;
    values[at] = (values[at] as number) + (value[entry] as number);
    counts[at] = (counts[at] as number) + (count[entry] as number);
  }
}

/** Sums over all slots that are taken out as a block and set to zero again. */
class Scratch {
  readonly sums: SlotSums;

  constructor(slots: number) {
    this.sums = emptySums(slots);
  }

  take(): Block {
    const { value, count } = this.sums;
    let length = 0;
    for (let slot = 0; slot < value.length; slot++) {
      if (value[slot] !== 0 || count[slot] !== 0) length++;
    }
    const block = {
      slot: new Int32Array(length),
      value: new Float64Array(length),
      count: new Float64Array(length),
    };
    let next = 0;
    for (let slot = 0; slot < value.length; slot++) {
      if (value[slot] === 0 && count[slot] === 0) continue;
      block.slot[next] = slot;
      block.value[next] = value[slot] as number;
      block.count[next++] = count[slot] as number;
    }
    value.fill(0);
    count.fill(0);
    return block;
  }
}
