/**
 * A typed array that grows by doubling while a table is built. Two classes, not one generic: each
 * hot loop then meets one kind of array, which the compiler rewards.
 */
interface Growable<Column> {
  readonly length: number;
  /** The filled part; shares memory with the builder. */
  view(): Column;
  /** The filled part in memory of exactly its size. */
  finish(): Column;
}

export class Int32Builder implements Growable<Int32Array> {
  #data: Int32Array;
  #length = 0;

  constructor(capacity = 64) {
    this.#data = new Int32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): number {
    const at = this.#length;
    if (at === this.#data.length) this.#grow();
    this.#data[at] = value;
    this.#length = at + 1;
    return at;
  }

  at(index: number): number {
    return this.#data[index] as number;
  }

  set(index: number, value: number): void {
    this.#data[index] = value;
  }

  /** The memory itself, longer than what is filled, for hot loops; valid until the next push. */
  get memory(): Int32Array {
    return this.#data;
  }

  /** Empties it and keeps the memory. */
  clear(): void {
    this.#length = 0;
  }

  view(): Int32Array {
    return this.#data.subarray(0, this.#length);
  }

  finish(): Int32Array {
    return this.#data.length === this.#length ? this.#data : this.#data.slice(0, this.#length);
  }

  #grow(): void {
    const grown = new Int32Array(Math.max(64, this.#data.length * 2));
    grown.set(this.#data);
    this.#data = grown;
  }
}

export class Float64Builder implements Growable<Float64Array> {
  #data: Float64Array;
  #length = 0;

  constructor(capacity = 64) {
    this.#data = new Float64Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): number {
    const at = this.#length;
    if (at === this.#data.length) this.#grow();
    this.#data[at] = value;
    this.#length = at + 1;
    return at;
  }

  at(index: number): number {
    return this.#data[index] as number;
  }

  set(index: number, value: number): void {
    this.#data[index] = value;
  }

  add(index: number, value: number): void {
    this.#data[index] = (this.#data[index] as number) + value;
  }

  /** Empties it and keeps the memory. */
  clear(): void {
    this.#length = 0;
  }

  view(): Float64Array {
    return this.#data.subarray(0, this.#length);
  }

  finish(): Float64Array {
    return this.#data.length === this.#length ? this.#data : this.#data.slice(0, this.#length);
  }

  #grow(): void {
    const grown = new Float64Array(Math.max(64, this.#data.length * 2));
    grown.set(this.#data);
    this.#data = grown;
  }
}
