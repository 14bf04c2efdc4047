import type { Float64Builder, Int32Builder } from '../../base/growable-column.ts';

/** The order is the numbering in the columns of `SwitchLog`. */
export const switchKinds = ['in', 'out', 'preempted', 'exit'] as const;
export type SwitchKind = (typeof switchKinds)[number];

/** A time in which a thread did not run. */
export interface Wait {
  readonly startNs: number;
  readonly endNs: number;
  /** When it was switched in for the last time before: what it did since then led to the wait. */
  readonly ranFromNs: number;
  /** It was runnable: another thread took its CPU. */
  readonly isPreempted: boolean;
  /** The recording ended before the wait did. */
  readonly isOpen: boolean;
}

/**
 * The waits of one thread from its switches, in order of time:
 *
 *     in      out         in   out(preempted)  in   exit
 *      |-run---|---wait---|-run-|---runnable---|-run-|
 *
 * A thread that first appears by a switch-in waited from a time that nobody saw; that is not counted.
 */
export function waitsOf(
  rows: Int32Array,
  timeNs: Float64Builder,
  kinds: Int32Builder,
  endNs: number,
): Wait[] {
  const waits: Wait[] = [];
  let ranFromNs = Number.NEGATIVE_INFINITY;
  let out: { startNs: number; isPreempted: boolean } | undefined;
  const close = (at: number, isOpen: boolean): void => {
    if (out !== undefined && at > out.startNs) waits.push({ ...out, endNs: at, ranFromNs, isOpen });
    out = undefined;
  };
  for (const row of rows) {
    const at = timeNs.at(row);
    const kind = switchKinds[kinds.at(row)];
    switch (kind) {
      case 'in':
        close(at, false);
        ranFromNs = at;
        break;
      case 'out':
      case 'preempted':
        // A second switch-out without a switch-in between: that one was lost, with its time.
        out = { startNs: at, isPreempted: kind === 'preempted' };
        break;
      case 'exit':
        // An exiting thread runs; one that seems to wait was switched in unseen.
        out = undefined;
        ranFromNs = Number.NEGATIVE_INFINITY;
        break;
      case undefined:
        break;
    }
  }
  close(endNs, true);
  return waits;
}
