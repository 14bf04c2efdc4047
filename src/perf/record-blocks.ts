/** Memory that whole records stand in. */
export interface RecordBlock {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly words: Int32Array<ArrayBuffer>;
  readonly view: DataView<ArrayBuffer>;
  /** Its place in the list. */
  readonly number: number;
  /** Who still needs it: each record that waits, and the stream that fills or cuts it. */
  uses: number;
}

/** The blocks of a recording: those that nobody needs any more are filled again. */
export class RecordBlocks {
  readonly #blocks: RecordBlock[] = [];

  at(number: number): RecordBlock {
    return this.#blocks[number] as RecordBlock;
  }

  /** A block of at least so many bytes, with one use: the caller's. */
  obtain(bytes: number): RecordBlock {
    const blocks = this.#blocks;
    let block = blocks.find((each) => each.uses === 0 && each.bytes.length >= bytes);
    if (block === undefined) {
      block = newBlock((bytes + 7) & ~7, blocks.length);
      blocks.push(block);
    }
    block.uses = 1;
    return block;
  }
}

function newBlock(size: number, number: number): RecordBlock {
  const bytes = new Uint8Array(size);
  const { buffer } = bytes;
  return { bytes, words: new Int32Array(buffer), view: new DataView(buffer), number, uses: 0 };
}
