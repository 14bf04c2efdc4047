import type { PackedKeys } from '../../explore/index.ts';

/** An answer on its way to the page: columns move, keys that the page has already stay behind. */
export interface Parcel {
  /** Where the keys stood is a `SharedKeys`. */
  readonly answer: unknown;
  /** Keys that the page does not have yet. */
  readonly keys: readonly { readonly id: number; readonly keys: PackedKeys }[];
  /** Keys that will not be named again. */
  readonly forget: readonly number[];
}

interface SharedKeys {
  readonly sharedKeys: number;
}

/** Names of functions are the largest part of most answers, and the same in nearly all of them. */
const keptKeys = 8;
/** Deeper inside an answer nothing is looked for. */
const deepest = 4;

/** Packs answers in the worker. Keys are sent once, for as long as they are in use. */
export class ParcelSender {
  readonly #isShared: (keys: PackedKeys) => boolean;
  readonly #ids = new Map<PackedKeys, number>();
  #lastId = 0;

  constructor(isShared: (keys: PackedKeys) => boolean) {
    this.#isShared = isShared;
  }

  pack(answer: unknown): { readonly parcel: Parcel; readonly transfer: ArrayBuffer[] } {
    const keys: { id: number; keys: PackedKeys }[] = [];
    const transfer = new Set<ArrayBuffer>();
    const packed = this.#pack(answer, keys, transfer, 0);
    const forget: number[] = [];
    for (const [oldest, id] of this.#ids) {
      // Keys of a file that was closed are shared no longer.
      if (this.#ids.size <= keptKeys && this.#isShared(oldest)) continue;
      this.#ids.delete(oldest);
      forget.push(id);
    }
    return { parcel: { answer: packed, keys, forget }, transfer: [...transfer] };
  }

  #pack(
    value: unknown,
    keys: { id: number; keys: PackedKeys }[],
    transfer: Set<ArrayBuffer>,
    depth: number,
  ): unknown {
    if (typeof value !== 'object' || value === null || depth > deepest) return value;
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) transfer.add(value.buffer);
      return value;
    }
    // Lists of texts and of plain rows are cloned; lists of columns and of answers are looked into.
    if (Array.isArray(value)) {
      if (typeof value[0] !== 'object') return value;
      return value.map((each) => this.#pack(each, keys, transfer, depth + 1));
    }
    if (this.#isShared(value as PackedKeys)) return this.#share(value as PackedKeys, keys);
    const entries = Object.entries(value).map(([name, each]) => [
      name,
      this.#pack(each, keys, transfer, depth + 1),
    ]);
    return Object.fromEntries(entries);
  }

  #share(shared: PackedKeys, keys: { id: number; keys: PackedKeys }[]): SharedKeys {
    const known = this.#ids.get(shared);
    const id = known ?? ++this.#lastId;
    // What is used moves to the end, so that the oldest falls out first.
    this.#ids.delete(shared);
    this.#ids.set(shared, id);
    if (known === undefined) keys.push({ id, keys: shared });
    return { sharedKeys: id };
  }
}

/** Unpacks answers in the page, in the order in which they were packed. */
export class ParcelReceiver {
  readonly #keys = new Map<number, PackedKeys>();

  unpack({ answer, keys, forget }: Parcel): unknown {
    for (const each of keys) this.#keys.set(each.id, each.keys);
    const unpacked = this.#unpack(answer, 0);
    for (const id of forget) this.#keys.delete(id);
    return unpacked;
  }

  #unpack(value: unknown, depth: number): unknown {
    if (typeof value !== 'object' || value === null || depth > deepest) return value;
    if (ArrayBuffer.isView(value)) return value;
    if (Array.isArray(value)) {
      if (typeof value[0] !== 'object') return value;
      return value.map((each) => this.#unpack(each, depth + 1));
    }
    const { sharedKeys } = value as Partial<SharedKeys>;
    if (sharedKeys !== undefined) return this.#keys.get(sharedKeys);
    const entries = Object.entries(value).map(([name, each]) => [
      name,
      this.#unpack(each, depth + 1),
    ]);
    return Object.fromEntries(entries);
  }
}
