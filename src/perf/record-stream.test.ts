import { describe, expect, it } from 'vitest';
import { type RecordBlock, RecordBlocks } from './record-blocks.ts';
import { RecordStream } from './record-stream.ts';

/** Records of the given sizes, each filled with its own number. */
function recordsOf(sizes: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const [number, size] of sizes.entries()) {
    bytes.fill(number + 1, at, at + size);
    new DataView(bytes.buffer).setUint32(at, 1, true);
    new DataView(bytes.buffer).setUint16(at + 6, size, true);
    at += size;
  }
  return bytes;
}

/** Keeps every record in its block, as those do that wait for their time. */
class Waiting {
  readonly blocks: RecordBlocks = new RecordBlocks();
  readonly stream: RecordStream = new RecordStream(this, this.blocks, true);
  readonly held: { block: RecordBlock; index: number; size: number }[] = [];

  record(block: RecordBlock, index: number, _type: number, size: number): void {
    block.uses++;
    this.held.push({ block, index, size });
  }

  tracingData(): void {}

  swap(): void {}

  bytes(): number[] {
    return this.held.flatMap(({ block, index, size }) => [
      ...block.bytes.subarray(index, index + size),
    ]);
  }
}

const sizes = Array.from({ length: 60 }, (_, number) => 8 * (1 + ((number * 7) % 5)));
const all = recordsOf(sizes);

describe('RecordStream', () => {
  it.each([1, 5, 8, 24, 100, 4000])('cuts pieces of %i bytes', (length) => {
    const waiting = new Waiting();
    for (let at = 0; at < all.length; at += length) {
      waiting.stream.push(all.subarray(at, at + length));
    }
    expect(waiting.bytes()).toEqual([...all]);
    expect(waiting.held.every(({ index }) => index % 8 === 0)).toBe(true);
  });

  it.each([5, 8, 24, 100, 4000])('cuts pieces of %i bytes in the room for them', (length) => {
    const waiting = new Waiting();
    let next = waiting.stream.room(length);
    for (let at = 0; at < all.length; at += length) {
      const piece = all.subarray(at, at + length);
      const room = next;
      // As when the next piece is fetched while this one is cut.
      next = waiting.stream.room(length).fill(0xff);
      room.set(piece);
      waiting.stream.push(room.subarray(0, piece.length));
    }
    expect(waiting.bytes()).toEqual([...all]);
    expect(waiting.stream.pending).toBe(0);
  });

  it('fills a block again when nobody needs it', () => {
    const waiting = new Waiting();
    const room = waiting.stream.room(all.length);
    room.set(all);
    waiting.stream.push(room);
    const [first] = waiting.held;
    for (const { block } of waiting.held) block.uses--;
    expect(first?.block.uses).toBe(1);
    const other = waiting.stream.room(all.length);
    expect(other.buffer).not.toBe(room.buffer);
    waiting.stream.push(other.subarray(0, 0));
    expect(waiting.stream.room(all.length).buffer).toBe(room.buffer);
  });
});
