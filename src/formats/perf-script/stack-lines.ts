import { ByteInterner, type InternedBytes } from '../../base/byte-interner.ts';
import { Int32Builder } from '../../base/growable-column.ts';
import { PairIndex } from '../../base/tuple-index.ts';
import { StackTails } from './stack-tails.ts';

/** Tables start at this size: files worth reading fast have more, and growing means hashing anew. */
const largeFile = 1 << 13;

/** Stacks as lines of text, for another thread. */
export interface DetachedLines {
  readonly lines: InternedBytes;
  readonly parent: Int32Array<ArrayBuffer>;
  readonly line: Int32Array<ArrayBuffer>;
}

/**
 * The call paths of the file as a prefix tree over whole lines of text, root first. A line is looked
 * at as a name only once, when the profile is put together: here it is bytes that were seen before
 * or not. That is what makes reading fast, since nearly all lines of a file are repetitions.
 */
export class StackLines {
  readonly lines: ByteInterner = new ByteInterner(largeFile);
  readonly parent: Int32Builder = new Int32Builder(4096);
  readonly line: Int32Builder = new Int32Builder(4096);
  /** For each line the path that last ended in it: a guess at what stands above it next time. */
  readonly latest: Int32Builder = new Int32Builder(4096);
  readonly tails: StackTails = new StackTails();
  readonly #index = new PairIndex(largeFile);

  /** The path `parent` followed by `line`; -1 as parent starts at the root. */
  add(parent: number, line: number): number {
    // Mostly the line was last seen just there: two reads instead of a search.
    const last = this.latest.at(line);
    if (last >= 0 && this.parent.at(last) === parent) return last;
    let path = this.#index.findOrAdd(parent, line, this.parent.length);
    if (path < 0) {
      path = this.parent.push(parent);
      this.line.push(line);
    }
    this.latest.set(line, path);
    return path;
  }

  addLine(view: DataView, start: number, end: number, hash: number): number {
    this.latest.push(-1);
    return this.lines.add(view, start, end, hash);
  }

  /** Adds the paths of another part of the file; gives their numbers here. */
  absorb(other: DetachedLines): Int32Array {
    const { arena, start } = other.lines;
    const view = new DataView(arena.buffer, arena.byteOffset, arena.byteLength);
    const lineHere = new Int32Array(start.length - 1);
    for (let id = 0; id < lineHere.length; id++) {
      lineHere[id] = this.lines.intern(view, start[id] as number, start[id + 1] as number);
      if (this.latest.length < this.lines.length) this.latest.push(-1);
    }
    const pathHere = new Int32Array(other.parent.length);
    for (let path = 0; path < pathHere.length; path++) {
      const parent = other.parent[path] as number;
      const parentHere = parent < 0 ? -1 : (pathHere[parent] as number);
      pathHere[path] = this.add(parentHere, lineHere[other.line[path] as number] as number);
    }
    return pathHere;
  }

  detach(): DetachedLines {
    return {
      lines: this.lines.detach(),
      parent: this.parent.view().slice(),
      line: this.line.view().slice(),
    };
  }
}
