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
  readonly #levels: (readonly Block[])[] = [];

  constructor(columns: SummedColumns, order: TimeOrder) {
    this.#columns = columns;
    this.#order = order;
    this.#blockSamples = Math.max(leastBlockSamples, 2 ** Math.ceil(Math.log2(columns.slots + 1)));
    this.#levels.push(this.#finest());
    for (let below = this.#levels[0] ?? []; below.length > fanOut; ) {
      below = this.#coarser(below);
      this.#levels.push(below);
    }
  }

  /** The samples at the places from … to − 1 of the order. */
  sum(from: number, to: number): SlotSums {
    const sums = emptySums(this.#columns.slots);
    const order = this.#order;
    const blockSamples = this.#blockSamples;
    const first = Math.ceil(from / blockSamples);
    const last = Math.floor(to / blockSamples);
    if (first >= last) {
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

  #finest(): Block[] {
    const scratch = new Scratch(this.#columns.slots);
    const blocks: Block[] = [];
    const order = this.#order;
    const blockSamples = this.#blockSamples;
    for (let from = 0; from + blockSamples <= order.timed; from += blockSamples) {
      addSamples(scratch.sums, this.#columns, { order, from, to: from + blockSamples });
      blocks.push(scratch.take());
    }
    return blocks;
  }

  #coarser(below: readonly Block[]): Block[] {
    const scratch = new Scratch(this.#columns.slots);
    const blocks: Block[] = [];
    for (let at = 0; at + fanOut <= below.length; at += fanOut) {
      for (let child = at; child < at + fanOut; child++) addBlock(scratch.sums, below[child]);
      blocks.push(scratch.take());
    }
    return blocks;
  }
}

function addBlock(sums: SlotSums, block: Block | undefined): void {
  if (block === undefined) return;
  const { slot, value, count } = block;
  for (let entry = 0; entry < slot.length; entry++) {
    const at = slot[entry] as number;
    sums.value[at] = (sums.value[at] as number) + (value[entry] as number);
    sums.count[at] = (sums.count[at] as number) + (count[entry] as number);
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
