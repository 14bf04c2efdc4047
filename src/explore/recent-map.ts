/** What was asked for lately, made anew when it fell out. */
export class RecentMap<Key, Value> {
  readonly #kept = new Map<Key, Value>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: Key, make: () => Value): Value {
    const known = this.#kept.get(key);
    // A map keeps the order of insertion: what is used moves to the end.
    this.#kept.delete(key);
    const value = known ?? make();
    this.#kept.set(key, value);
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= this.#size) break;
      this.#kept.delete(oldest);
    }
    return value;
  }

  clear(): void {
    this.#kept.clear();
  }
}
