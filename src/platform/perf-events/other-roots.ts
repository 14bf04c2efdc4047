import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';

/** More containers than this at once, and the rest is looked for while they run. */
const mostRoots = 64;

/**
 * Root folders of processes that see other files than we do, held open: the paths of their images mean
 * something only below them, and /proc forgets them when the process ends.
 */
export class OtherRoots {
  readonly #known = new Set<string>();
  readonly #held: number[] = [];

  constructor() {
    this.#known.add(identity(statSync('/')));
  }

  /** To be called while the process runs; one that has ended is no failure. */
  visit(pid: number): void {
    if (this.#held.length >= mostRoots) return;
    const root = `/proc/${pid}/root/`;
    try {
      if (this.#known.has(identity(statSync(root)))) return;
      const fd = openSync(root, constants.O_RDONLY | constants.O_DIRECTORY);
      this.#known.add(identity(fstatSync(fd)));
      this.#held.push(fd);
    } catch {
      // It has ended, or is not ours to look into.
    }
  }

  /** Open folders, for whoever reads the recording to close. */
  get held(): readonly number[] {
    return this.#held;
  }
}

export function closeRoots(roots: readonly number[]): void {
  for (const fd of roots) closeSync(fd);
}

function identity({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`;
}
