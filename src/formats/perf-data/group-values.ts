import { readBits } from '../../perf/attr-table.ts';
import type { SampleLayout } from '../../perf/sample-layout.ts';

const wordBase = 2 ** 32;

/**
 * Samples with READ values: each is a sample of every counter in its group, and weighs what that
 * counter counted since the sample before (`deliver_sample_group` of tools/perf/util/session.c).
 */
export class GroupValues {
  readonly #before = new Map<number, number>();

  /** Calls `take` for each counter that has counted since; false when counters cannot be told apart. */
  forEach(
    words: Int32Array,
    start: number,
    end: number,
    layout: SampleLayout,
    take: (idLow: number, idHigh: number, grown: number) => void,
  ): boolean {
    const format = layout.readFormat;
    if ((format & readBits.id) === 0) return false;
    const isGroup = (format & readBits.group) !== 0;
    const times =
      Number((format & readBits.timeEnabled) !== 0) + Number((format & readBits.timeRunning) !== 0);
    const each = 4 + ((format & readBits.lost) === 0 ? 0 : 2);
    let at = start + layout.fixedEnd;
    const count = isGroup ? (words[at] as number) >>> 0 : 1;
    if (isGroup) {
      at += 2 + 2 * times;
      for (let index = 0; index < count && at + each <= end; index++, at += each) {
        this.#value(words, at, at + 2, take);
      }
    } else if (at + 4 + 2 * times <= end) {
      this.#value(words, at, at + 2 + 2 * times, take);
    }
    return true;
  }

  #value(
    words: Int32Array,
    valueAt: number,
    idAt: number,
    take: (idLow: number, idHigh: number, grown: number) => void,
  ): void {
    const value = u64(words, valueAt);
    const id = u64(words, idAt);
    const grown = value - (this.#before.get(id) ?? 0);
    this.#before.set(id, value);
    if (grown !== 0) take(words[idAt] as number, words[idAt + 1] as number, grown);
  }
}

function u64(words: Int32Array, at: number): number {
  return ((words[at] as number) >>> 0) + ((words[at + 1] as number) >>> 0) * wordBase;
}
