/** What was asked for lately, made anew when it fell out. */
export class RecentMap<Key, Value> {
  readonly #kept = new Map<Key, Value>();
  readonly #size: number;
  readonly #onDrop: (value: Value) => void;

  /** `onDrop` is given what falls out; nobody finds it here again. */
  constructor(size: number, onDrop: (value: Value) => void = () => {}) {
    this.#size = size;
    this.#onDrop = onDrop;
  }

  get(key: Key, make: () => Value): Value {
    const known = this.#kept.get(key);
    // A map keeps the order of insertion: what is used moves to the end.
    this.#kept.delete(key);
    const value = known ?? make();
    this.#kept.set(key, value);
    for (const [oldest, dropped] of this.#kept) {
      if (this.#kept.size <= this.#size) break;
      this.#kept.delete(oldest);
      this.#onDrop(dropped);
    }
    return value;
  }

  clear(): void {
    this.#kept.clear();
  }
}
