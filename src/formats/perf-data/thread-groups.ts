import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';

/** Times by thread, added in any order. */
export class ThreadTimes {
  readonly tid: Int32Builder = new Int32Builder();
  readonly timeNs: Float64Builder = new Float64Builder();

  add(tid: number, timeNs: number): number {
    this.tid.push(tid);
    return this.timeNs.push(timeNs);
  }

  get length(): number {
    return this.tid.length;
  }

  /** The rows of each thread in order of time; rows of the same time in the order they were added. */
  byThread(): Map<number, Int32Array> {
    const counts = new Map<number, number>();
    for (const tid of this.tid.view()) counts.set(tid, (counts.get(tid) ?? 0) + 1);
    const groups = new Map<number, Int32Array>();
    for (const [tid, count] of counts) groups.set(tid, new Int32Array(count));
    const filled = new Map<number, number>();
    for (let row = 0; row < this.length; row++) {
      const tid = this.tid.at(row);
      const at = filled.get(tid) ?? 0;
      (groups.get(tid) as Int32Array)[at] = row;
      filled.set(tid, at + 1);
    }
    for (const rows of groups.values()) this.#sort(rows);
    return groups;
  }

  /** A thread's records lie in the rings of several CPUs, so they are mostly but not always in order. */
  #sort(rows: Int32Array): void {
    const time = (row: number): number => this.timeNs.at(row);
    for (let at = 1; at < rows.length; at++) {
      if (time(rows[at] as number) < time(rows[at - 1] as number)) {
        rows.sort((a, b) => time(a) - time(b) || a - b);
        return;
      }
    }
  }
}
