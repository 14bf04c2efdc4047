import type { ProfileBuilder, StackIndex } from '../../profile/index.ts';
import { addPlace, type CallPlace } from '../v8-call-place.ts';
import type { NodeStacks } from './node-stacks.ts';
import type { RawProfile } from './raw-profile.ts';

/**
 * Gives the samples of a node their lines. V8 counts ticks per line and node but does not say which
 * sample ticked where, so the lines are dealt out in the order of the ticks: the total of each line
 * is true, its place in time within the node is not known.
 */
export class LineDealer {
  readonly #builder: ProfileBuilder;
  readonly #raw: RawProfile;
  readonly #stacks: NodeStacks;
  readonly #nextTick: Int32Array;
  readonly #dealt: Float64Array;
  /** The stack of each tick once it was asked for; -1 = not yet. */
  readonly #tickStack: Int32Array;

  constructor(builder: ProfileBuilder, raw: RawProfile, stacks: NodeStacks) {
    const { tickStart, tickLine, callFrame } = raw.nodes;
    this.#builder = builder;
    this.#raw = raw;
    this.#stacks = stacks;
    this.#nextTick = tickStart.view().slice(0, callFrame.length);
    this.#dealt = new Float64Array(callFrame.length);
    this.#tickStack = new Int32Array(tickLine.length).fill(-1);
  }

  /** The stack of one more sample of the node; `line` is the recorder's own word, 0 = none. */
  stackOf(node: number, line: number): StackIndex {
    if (Number.isInteger(line) && line > 0 && line < 2 ** 31) return this.#leafAt(node, line);
    const tick = this.#deal(node);
    if (tick < 0) return this.#stacks.stack[node] as StackIndex;
    const known = this.#tickStack[tick] as number;
    if (known >= 0) return known as StackIndex;
    const stack = this.#leafAt(node, this.#raw.nodes.tickLine.at(tick));
    this.#tickStack[tick] = stack;
    return stack;
  }

  #leafAt(node: number, line: number): StackIndex {
    const above = this.#stacks.parentStack[node] as StackIndex;
    return addPlace(this.#builder, above, this.#stacks.place[node] as CallPlace, line);
  }

  /** The next tick of the node, -1 when all are dealt. */
  #deal(node: number): number {
    const { tickStart, tickCount } = this.#raw.nodes;
    const tick = this.#nextTick[node] as number;
    if (tick >= tickStart.at(node + 1)) return -1;
    const dealt = (this.#dealt[node] as number) + 1;
    const isLast = dealt >= tickCount.at(tick);
    this.#nextTick[node] = isLast ? tick + 1 : tick;
    this.#dealt[node] = isLast ? 0 : dealt;
    return tick;
  }
}
