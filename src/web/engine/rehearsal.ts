import {
  type Exploration,
  queryTable,
  type RequestOf,
  type TimeRange,
} from '../../explore/index.ts';

/** Parts of the time that are asked for, and at last all of it, which stands ready again then. */
const parts: readonly (readonly [from: number, to: number] | null)[] = [
  [0.1, 0.6],
  [0.3, 0.8],
  null,
];

/**
 * Asks for the call tree of some ranges while nobody waits, and throws the answers away. The first range
 * that a person selects would otherwise run code that was never compiled, in memory that was never used,
 * and take twice as long as the next.
 */
export class Rehearsal {
  #request: RequestOf<'tree'> | undefined;
  #next = 0;

  /** Of each file it is played once, for the first tree that a view asked for. */
  note(request: RequestOf<'tree'>): void {
    const { file, range } = request.scope;
    if (range !== null || this.#request?.scope.file === file) return;
    this.#request = request;
    this.#next = 0;
  }

  /** Plays one part; says whether there was one to play. */
  step(exploration: Exploration): boolean {
    const part = parts[this.#next];
    if (this.#request === undefined || part === undefined) return false;
    this.#next++;
    const { scope } = this.#request;
    const range = part === null ? null : partOf(exploration.file(scope.file).extent, part);
    void queryTable.tree(exploration, { ...this.#request, scope: { ...scope, range } });
    return true;
  }

  /** A file that is closed cannot be asked for. */
  forget(file: number): void {
    if (this.#request?.scope.file === file) this.#request = undefined;
  }
}

function partOf(extent: TimeRange | null, [from, to]: readonly [number, number]): TimeRange | null {
  if (extent === null) return null;
  const lengthNs = extent.endNs - extent.startNs;
  return { startNs: extent.startNs + from * lengthNs, endNs: extent.startNs + to * lengthNs };
}
