import { ByteInterner, type InternedBytes } from '../../base/byte-interner.ts';
import { Int32Builder } from '../../base/growable-column.ts';
import { PairIndex } from '../../base/tuple-index.ts';

/** Tables start at this size: files worth reading fast have more, and growing means hashing anew. */
const largeFile = 1 << 13;

/** Paths as plain memory, for another thread. */
export interface DetachedPaths {
  readonly lines: InternedBytes;
  readonly parent: Int32Array<ArrayBuffer>;
  readonly line: Int32Array<ArrayBuffer>;
}

/** Call paths as a prefix tree over whole lines of text, root first; parents before children. */
export class PathTree {
  readonly lines: ByteInterner = new ByteInterner(largeFile);
  readonly parent: Int32Builder = new Int32Builder(largeFile);
  readonly line: Int32Builder = new Int32Builder(largeFile);
  readonly #index = new PairIndex(largeFile);

  /** The path `parent` followed by `line`; -1 as parent starts at the root. */
  add(parent: number, line: number): number {
    const known = this.#index.findOrAdd(parent, line, this.parent.length);
    if (known >= 0) return known;
    this.line.push(line);
    return this.parent.push(parent);
  }

  /** Adds the paths of another part of the file; gives their numbers here. */
  absorb(other: DetachedPaths): Int32Array {
    const { arena, start } = other.lines;
    const view = new DataView(arena.buffer, arena.byteOffset, arena.byteLength);
    const lineHere = new Int32Array(start.length - 1);
    for (let id = 0; id < lineHere.length; id++) {
      lineHere[id] = this.lines.intern(view, start[id] as number, start[id + 1] as number);
    }
    const pathHere = new Int32Array(other.parent.length);
    for (let path = 0; path < pathHere.length; path++) {
      const parent = other.parent[path] as number;
      const parentHere = parent < 0 ? -1 : (pathHere[parent] as number);
      pathHere[path] = this.add(parentHere, lineHere[other.line[path] as number] as number);
    }
    return pathHere;
  }

  detach(): DetachedPaths {
    return {
      lines: this.lines.detach(),
      parent: this.parent.view().slice(),
      line: this.line.view().slice(),
    };
  }
}
