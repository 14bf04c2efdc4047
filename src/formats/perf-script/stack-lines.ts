import { Int32Builder } from '../../base/growable-column.ts';
import { NameLines } from './name-lines.ts';
import { PathTree } from './path-tree.ts';
import { StackTails } from './stack-tails.ts';

/** Where a line stands, seen as bytes and as words. */
export interface NewLine {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly start: number;
  readonly end: number;
  readonly hash: number;
}

/**
 * The stacks of the file as paths of lines. A line is looked at as a name only once, when it is new:
 * otherwise it is bytes that were seen before. That is what makes reading fast, since nearly all lines
 * of a file are repetitions.
 *
 * Lines are told apart by their whole text, which guesses well. When addresses are not wanted, paths
 * that only differ in them are one in the result, which is then far smaller.
 */
export class StackLines {
  readonly addresses: boolean;
  readonly tree: PathTree = new PathTree();
  /** What the profile is made of: the same tree, or the one without addresses. */
  readonly result: PathTree;
  /** For each line the path that last ended in it: a guess at what stands above it next time. */
  readonly latest: Int32Builder = new Int32Builder(4096);
  readonly tails: StackTails = new StackTails();
  readonly #names: NameLines | undefined;
  /** By path, its number in `result`, when that is another tree. */
  readonly #inResult = new Int32Builder(4096);

  constructor(addresses: boolean) {
    this.addresses = addresses;
    this.#names = addresses ? undefined : new NameLines();
    this.result = this.#names?.tree ?? this.tree;
  }

  /** The path `parent` followed by `line`; -1 as parent starts at the root. */
  add(parent: number, line: number): number {
    // Mostly the line was last seen just there: two reads instead of a search.
    const last = this.latest.at(line);
    if (last >= 0 && this.tree.parent.at(last) === parent) return last;
    const before = this.tree.parent.length;
    const path = this.tree.add(parent, line);
    if (path === before && this.#names !== undefined) {
      this.#inResult.push(this.#names.addPath(this.resultOf(parent), line));
    }
    this.latest.set(line, path);
    return path;
  }

  /** A line that is new; `hash` as `hashBytes` gives it. */
  addLine({ bytes, view, start, end, hash }: NewLine, isSource: boolean): number {
    this.latest.push(-1);
    if (isSource) this.#names?.addSource(view, start, end);
    else this.#names?.addFrame(bytes, start, end);
    return this.tree.lines.add(view, start, end, hash);
  }

  /** The number of a path in `result`. */
  resultOf(path: number): number {
    return path < 0 || this.#names === undefined ? path : this.#inResult.at(path);
  }
}
