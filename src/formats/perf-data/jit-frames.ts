import { Int32Builder } from '../../base/growable-column.ts';
import type { AddressSpaces, FrameTable } from '../../unwind/index.ts';
import type { JitPlace, JitSymbols } from '../format.ts';

/** Memory that belongs to no file, as the kernel calls it: where code made at run time lies. */
const anonymous =
  /^(?:\/\/anon|\[anon|\/anon_hugepage|\/dev\/zero|\/memfd:|\/SYSV|\[heap\]|\[stack)/;
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
  readonly #numbers = new Int32Builder(1024);
  /** For which process: after a fork two of them are in one space. */
  readonly #pids = new Int32Builder(1024);
  readonly #known = new Map<string, number>();

  constructor(symbols: JitSymbols, frames: FrameTable, spaces: AddressSpaces) {
    this.#symbols = symbols;
    this.#frames = frames;
    this.#spaces = spaces;
  }

  /** `frames` are numbers of `CallStacks`, changed in place. */
  replace(frames: Int32Array, length: number, pid: number, timeNs: number): void {
    const table = this.#frames;
    while (this.#numbers.length < table.length) {
      this.#numbers.push(notAsked);
      this.#pids.push(-1);
    }
    for (let at = 0; at < length; at++) {
      const frame = frames[at] as number;
      if (frame < 0) continue;
      const row = frame >> 1;
      const known = this.#numbers.at(row);
      if (known === notMade) continue;
      if (known > 0 && this.#pids.at(row) === pid) frames[at] = known;
      else frames[at] = this.#ask(row, pid, timeNs, frame);
    }
  }

  #ask(row: number, pid: number, timeNs: number, frame: number): number {
    const isFirst = this.#numbers.at(row) === notAsked;
    if (isFirst && !this.#isCandidate(row)) {
      this.#numbers.set(row, notMade);
      return frame;
    }
    const avma = this.#frames.avma(row);
    const place = this.#symbols.find(pid, avma, timeNs);
    const number = place === undefined ? frame : this.#numberOf(avma, place);
    this.#numbers.set(row, place?.lasting === true ? number : changing);
    this.#pids.set(row, pid);
    return number;
  }

  #isCandidate(row: number): boolean {
    if (this.#frames.space(row) === 0) return false;
    const mapping = this.#spaces.mappings[this.#frames.mapping(row)];
    return mapping === undefined || anonymous.test(mapping.path) || isJitdump(mapping.path);
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
