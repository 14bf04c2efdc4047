/** Which rows of a tree are open, by their names from the root: it survives another range and other views. */
export class OpenPaths {
  readonly #open = new Set<string>();
  /** The row that is selected; '' = none. */
  selected = '';
  /** Whether the heaviest path was opened at first. */
  isOpened = false;

  has(path: string): boolean {
    return this.#open.has(path);
  }

  open(path: string): void {
    // What is opened again is the newest: the oldest is forgotten first.
    this.#open.delete(path);
    this.#open.add(path);
    for (const oldest of this.#open) {
      if (this.#open.size <= mostPaths) break;
      this.#open.delete(oldest);
    }
  }

  close(path: string): void {
    this.#open.delete(path);
  }
}

/** More open rows than anyone opens by hand; they are texts as long as a path. */
const mostPaths = 5000;

const separator = '\n';

export function pathBelow(path: string, name: string): string {
  return `${path}${separator}${name}`;
}

export function namesOfPath(path: string): readonly string[] {
  return path.split(separator).slice(1);
}
