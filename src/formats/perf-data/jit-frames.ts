import { isAnonymousCode } from '../../object/image-name.ts';
import type { JitPlace } from '../../object/jit-place.ts';
import type { AddressSpaces, FrameTable } from '../../unwind/index.ts';
import type { JitSymbols } from '../format.ts';

const dump = /(?:^|\/)jit-\d+\.dump$/;

const notAsked = 0;
const notMade = -1;
/** Other code lay at the address at other times. */
const changing = -2;

/** An address in code that a runtime made and named. */
export interface JitAddress {
  readonly avma: number;
  readonly place: JitPlace;
}

export function isJitdump(path: string): boolean {
  return dump.test(path);
}

/**
 * Puts code made at run time in place of the plain addresses of stacks, while the moment of the
 * sample is known. Such a frame is an odd number: twice its index here, plus one.
 */
export class JitFrames {
  readonly addresses: JitAddress[] = [];
  readonly #symbols: JitSymbols;
  readonly #frames: FrameTable;
  readonly #spaces: AddressSpaces;
  /** Per row of the frame table its number, or one of the states above. */
  #numbers = new Int32Array(1024);
  /** For which process: after a fork two of them are in one space. */
  #pids = new Int32Array(1024);
  readonly #known = new Map<string, number>();

  constructor(symbols: JitSymbols, frames: FrameTable, spaces: AddressSpaces) {
    this.#symbols = symbols;
    this.#frames = frames;
    this.#spaces = spaces;
  }

  /** `frames` are numbers of `CallStacks`, changed in place. */
  replace(frames: Int32Array, length: number, pid: number, timeNs: number): void {
    if (this.#numbers.length < this.#frames.length) this.#grow();
    const numbers = this.#numbers;
    for (let at = 0; at < length; at++) {
      const frame = frames[at] as number;
      if (frame < 0) continue;
      const row = frame >> 1;
      let known = numbers[row] as number;
      if (known === notMade) continue;
      if (known === notAsked) {
        known = this.#isCandidate(row) ? changing : notMade;
        numbers[row] = known;
        if (known === notMade) continue;
      }
      if (known > 0 && this.#pids[row] === pid) frames[at] = known;
      // Whole processes have code that nobody named; asking once is enough for all of a stack.
      else if (!this.#symbols.isKnown(pid)) return;
      else frames[at] = this.#ask(row, pid, timeNs, frame);
    }
  }

  #grow(): void {
    const capacity = 2 * this.#frames.length;
    const [numbers, pids] = [new Int32Array(capacity), new Int32Array(capacity)];
    numbers.set(this.#numbers);
    pids.set(this.#pids);
    this.#numbers = numbers;
    this.#pids = pids;
  }

  #ask(row: number, pid: number, timeNs: number, frame: number): number {
    const avma = this.#frames.avma(row);
    const place = this.#symbols.find(pid, avma, timeNs);
    const number = place === undefined ? frame : this.#numberOf(avma, place);
    this.#numbers[row] = place?.lasting === true ? number : changing;
    this.#pids[row] = pid;
    return number;
  }

  #isCandidate(row: number): boolean {
    if (this.#frames.space(row) === 0) return false;
    const mapping = this.#spaces.mappings[this.#frames.mapping(row)];
    return mapping === undefined || isAnonymousCode(mapping.path) || isJitdump(mapping.path);
  }

  #numberOf(avma: number, place: JitPlace): number {
    const key = `${avma} ${place.start} ${place.line} ${place.linkageName} ${place.name}`;
    let index = this.#known.get(key);
    if (index === undefined) {
      index = this.addresses.push({ avma, place }) - 1;
      this.#known.set(key, index);
    }
    return 2 * index + 1;
  }
}
