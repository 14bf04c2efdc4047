import type { Sys } from '../sys/sys.ts';
import { pollBits } from './event-ioctl-table.ts';

/**
 * Waits for any of several rings. One event per ring is polled, because polling thousands of threads
 * costs more than recording them; when its task ends the next one takes its place, since a hung-up
 * event would end every wait at once.
 */
export class PollSet {
  wakeups = 0;
  readonly #sys: Sys;
  readonly #fds: readonly (readonly number[])[];
  /** Which event of each ring is polled; past the end when all have ended. */
  readonly #chosen: Int32Array;
  readonly #entries: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(sys: Sys, fdsOfRings: readonly (readonly number[])[], wakeFd: number) {
    this.#sys = sys;
    this.#fds = fdsOfRings;
    this.#chosen = new Int32Array(fdsOfRings.length);
    // struct pollfd: i32 fd; i16 asked | i16 seen, as one word.
    this.#entries = new Int32Array((fdsOfRings.length + 1) * 2);
    this.#bytes = new Uint8Array(this.#entries.buffer);
    for (const [index, fds] of fdsOfRings.entries()) this.#place(index, fds[0] ?? -1);
    this.#place(fdsOfRings.length, wakeFd);
  }

  /** `over` when every task that fills the rings has ended. */
  wait(timeoutMs: number): 'more' | 'over' {
    const ready = this.#sys.poll(this.#bytes, this.#fds.length + 1, timeoutMs);
    if (ready > 0) this.wakeups++;
    let alive = 0;
    this.#fds.forEach((fds, index) => {
      const seen = ready > 0 ? (this.#entries[index * 2 + 1] as number) >>> 16 : 0;
      const isOver = (seen & (pollBits.hangUp | pollBits.error)) !== 0;
      if (isOver) {
        const next = (this.#chosen[index] as number) + 1;
        this.#chosen[index] = next;
        this.#place(index, fds[next] ?? -1);
      }
      if ((this.#chosen[index] as number) < fds.length) alive++;
    });
    return alive === 0 ? 'over' : 'more';
  }

  /** Negative files are skipped by poll. */
  #place(index: number, fd: number): void {
    this.#entries[index * 2] = fd;
    this.#entries[index * 2 + 1] = pollBits.readable;
  }
}
