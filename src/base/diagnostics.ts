/** Something that was incomplete but not fatal: counted, kept with the result, always shown. */
export interface Diagnostic {
  readonly code: string;
  readonly message: string;
  readonly count: number;
}

/** Collects diagnostics by code; the first message of a code is kept as its example. */
export class Diagnostics {
  readonly #entries = new Map<string, { message: string; count: number }>();

  count(code: string, message: string, times = 1): void {
    const entry = this.#entries.get(code);
    if (entry === undefined) this.#entries.set(code, { message, count: times });
    else entry.count += times;
  }

  addAll(others: Iterable<Diagnostic>): void {
    for (const other of others) this.count(other.code, other.message, other.count);
  }

  list(): Diagnostic[] {
    return Array.from(this.#entries, ([code, entry]) => ({ code, ...entry }));
  }
}
