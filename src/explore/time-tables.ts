import type { Exploration } from './exploration.ts';
import { RecentMap } from './recent-map.ts';
import type { Scope, TimeRange } from './scope.ts';
import { ThreadRows } from './thread-rows.ts';
import { type ThreadWaits, threadWaits } from './thread-waits.ts';
import { gridGroups, TimeGrid } from './time-grid.ts';
import { timedSamples } from './timed-samples.ts';

/** How much is kept ready: each can be as large as a column of the samples. */
const kept = { grids: 4, rows: 2, waits: 2 };

/** What was lately computed about samples in time. */
export class TimeTables {
  readonly #exploration: Exploration;
  readonly #grids = new RecentMap<string, TimeGrid | null>(kept.grids);
  readonly #rows = new RecentMap<string, ThreadRows | null>(kept.rows);
  readonly #waits = new RecentMap<number, ReadonlyMap<number, ThreadWaits>>(kept.waits);

  constructor(exploration: Exploration) {
    this.#exploration = exploration;
  }

  /**
   * The scope's value over time, by thread or by processor: its range plays no part, and of what it
   * is grouped by all is in it. Null for a profile without times.
   */
  grid(scope: Scope, by: 'thread' | 'cpu'): TimeGrid | null {
    const { file, transforms, value, threads, cpus } = scope;
    const id = JSON.stringify([file, transforms, value, by, by === 'thread' ? cpus : threads]);
    return this.#grids.get(id, () => {
      const timed = timedSamples(this.#exploration, scope);
      return timed === null ? null : new TimeGrid(timed, gridGroups(timed, by, scope));
    });
  }

  /** The samples of the scope's value and processors, by thread. */
  rows(scope: Scope): ThreadRows | null {
    const { file, value, cpus } = scope;
    return this.#rows.get(JSON.stringify([file, value, cpus]), () => {
      const timed = timedSamples(this.#exploration, scope);
      return timed === null ? null : new ThreadRows(timed, cpus);
    });
  }

  /** By row of the file's threads. */
  waits(file: number): ReadonlyMap<number, ThreadWaits> {
    return this.#waits.get(file, () => threadWaits(this.#exploration.file(file).profile));
  }

  forget(): void {
    for (const each of [this.#grids, this.#rows, this.#waits]) each.clear();
  }

  /** When a thread was there: as recorded, else from the first to the last time it was seen. */
  life(scope: Scope, thread: number): TimeRange {
    const { profile, extent } = this.#exploration.file(scope.file);
    const rows = this.rows(scope)?.of(thread) ?? new Int32Array(0);
    const waits = this.waits(scope.file).get(thread);
    const timeOf = (row: number | undefined): number =>
      row === undefined ? Number.NaN : (profile.samples.timeNs?.[row] ?? Number.NaN);
    const first = [timeOf(rows[0]), waits?.startNs[0] ?? Number.NaN, extent?.endNs ?? 0];
    const last = [timeOf(rows.at(-1)), waits?.endNs.at(-1) ?? Number.NaN, extent?.startNs ?? 0];
    const startNs = profile.threads.startNs[thread] ?? Number.NaN;
    const endNs = profile.threads.endNs[thread] ?? Number.NaN;
    return {
      startNs: Number.isNaN(startNs)
        ? Math.min(...first.filter((each) => !Number.isNaN(each)))
        : startNs,
      endNs: Number.isNaN(endNs) ? Math.max(...last.filter((each) => !Number.isNaN(each))) : endNs,
    };
  }
}
