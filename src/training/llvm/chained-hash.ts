import type { ByteWriter } from '../../base/byte-writer.ts';

const firstSize = 64;

/**
 * LLVM's on-disk chained hash table (llvm/Support/OnDiskHashTable.h). Items are put in front of their
 * bucket's chain and chains are turned round when the table grows, which is copied here so that files
 * come out in the same order.
 */
export class ChainedHash<Item> {
  #buckets: Hashed<Item>[][] = emptyBuckets(firstSize);
  #length = 0;

  insert(hash: bigint, item: Item): void {
    this.#length++;
    if (4 * this.#length >= 3 * this.#buckets.length) this.#resize(this.#buckets.length * 2);
    push(this.#buckets, { hash, item });
  }

  #resize(size: number): void {
    const grown: Hashed<Item>[][] = emptyBuckets(size);
    for (const bucket of this.#buckets) {
      for (let i = bucket.length - 1; i >= 0; i--) push(grown, bucket[i] as Hashed<Item>);
    }
    this.#buckets = grown;
  }

  /** Writes the items, then the table; gives the offset of the table. */
  encode(into: ByteWriter, encodeItem: (item: Item) => void): number {
    this.#resize(this.#finalSize());
    const offsets = this.#buckets.map((bucket) => {
      if (bucket.length === 0) return 0;
      const offset = into.length;
      into.u16(bucket.length);
      for (let i = bucket.length - 1; i >= 0; i--) {
        const { hash, item } = bucket[i] as Hashed<Item>;
        into.u64(hash);
        encodeItem(item);
      }
      return offset;
    });
    into.append(new Uint8Array((8 - (into.length % 8)) % 8));
    const table = into.length;
    into.u64(BigInt(offsets.length));
    into.u64(BigInt(this.#length));
    for (const offset of offsets) into.u64(BigInt(offset));
    return table;
  }

  /** The power of two above 4/3 of the entries: between 3/8 and 3/4 full. */
  #finalSize(): number {
    if (this.#length <= 2) return 1;
    return 2 ** (Math.floor(Math.log2(Math.floor((this.#length * 4) / 3))) + 1);
  }
}

interface Hashed<Item> {
  readonly hash: bigint;
  readonly item: Item;
}

function emptyBuckets<Item>(size: number): Hashed<Item>[][] {
  return Array.from({ length: size }, () => []);
}

/** The last of the array is the head of the chain. */
function push<Item>(buckets: readonly Hashed<Item>[][], added: Hashed<Item>): void {
  buckets[Number(added.hash & BigInt(buckets.length - 1))]?.push(added);
}
