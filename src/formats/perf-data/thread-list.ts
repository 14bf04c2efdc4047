/** A thread under one name; a thread that renames itself is several. */
export interface ThreadRow {
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
  readonly processName: string;
  startNs: number;
  endNs: number;
}

interface Task {
  readonly pid: number;
  readonly tid: number;
  name: string;
  startNs: number;
  /** Row of the name it has now, -1 before its first sample. */
  row: number;
  hasEnded: boolean;
}

const unknown = Number.NaN;

/** Who ran: threads by number and time. Numbers are used again after an exit. */
export class ThreadList {
  readonly #tasks = new Map<number, Task>();
  readonly #rows: ThreadRow[] = [];
  readonly #rowOf = new Map<string, number>();

  get rows(): readonly ThreadRow[] {
    return this.#rows;
  }

  /** The row of a thread that was sampled. */
  row(pid: number, tid: number): number {
    const task = this.#task(pid, tid);
    if (task.row < 0) task.row = this.#addRow(task);
    return task.row;
  }

  fork(pid: number, tid: number, parentTid: number, timeNs: number): void {
    const name = this.#tasks.get(parentTid)?.name ?? nameless(tid);
    this.#tasks.set(tid, { pid, tid, name, startNs: timeNs, row: -1, hasEnded: false });
  }

  rename(pid: number, tid: number, name: string): void {
    const task = this.#task(pid, tid);
    if (task.name === name) return;
    task.name = name;
    task.row = -1;
  }

  exit(tid: number, timeNs: number): void {
    const task = this.#tasks.get(tid);
    if (task === undefined) return;
    task.hasEnded = true;
    const row = this.#rows[task.row];
    if (row !== undefined) row.endNs = timeNs;
  }

  #task(pid: number, tid: number): Task {
    const known = this.#tasks.get(tid);
    if (known !== undefined && (known.pid === pid || pid < 0)) return known;
    const name = this.#tasks.get(pid)?.name ?? nameless(tid);
    const task = { pid, tid, name, startNs: unknown, row: -1, hasEnded: false };
    this.#tasks.set(tid, task);
    return task;
  }

  #addRow(task: Task): number {
    const { pid, tid, name, startNs } = task;
    const leader = this.#tasks.get(pid);
    const processName = pid === tid ? name : (leader?.name ?? name);
    const key = `${pid} ${tid} ${startNs} ${name}`;
    const known = this.#rowOf.get(key);
    if (known !== undefined) return known;
    const row = this.#rows.push({ pid, tid, name, processName, startNs, endNs: unknown }) - 1;
    this.#rowOf.set(key, row);
    return row;
  }
}

/** As perf calls a thread it was not told of. */
function nameless(tid: number): string {
  return tid === 0 ? 'swapper' : `:${tid}`;
}
