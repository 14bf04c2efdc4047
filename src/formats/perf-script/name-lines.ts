import { Int32Builder } from '../../base/growable-column.ts';
import { FrameLine } from './frame-line.ts';
import { PathTree } from './path-tree.ts';

const tab = 0x09;
const newline = 0x0a;
const space = 0x20;
const zero = 0x30;

/** Paths of lines that differ in more than address and offset. */
export class NameLines {
  readonly tree: PathTree = new PathTree();
  /** By line of the file, the line without its address. */
  readonly #nameLine = new Int32Builder(4096);
  readonly #parsed = new FrameLine();
  #scratch = new Uint8Array(1024);
  #view = new DataView(this.#scratch.buffer);

  /** Lines come in order; one that is no frame has no address. */
  addSource(view: DataView, start: number, end: number): void {
    this.#nameLine.push(this.tree.lines.intern(view, start, end));
  }

  addFrame(bytes: Uint8Array, start: number, end: number): void {
    this.#parsed.parse(bytes, start, end);
    const size = this.#writeName(bytes, end - start);
    this.#nameLine.push(this.tree.lines.intern(this.#view, 0, size));
  }

  addPath(parent: number, line: number): number {
    return this.tree.add(parent, this.#nameLine.at(line));
  }

  /** The line with address 0, lest the symbol be taken for one, and without the offset. */
  #writeName(bytes: Uint8Array, lineSize: number): number {
    if (lineSize + 8 > this.#scratch.length) {
      this.#scratch = new Uint8Array(lineSize * 2 + 8);
      this.#view = new DataView(this.#scratch.buffer);
    }
    const { symbolStart, symbolEnd, imageStart, imageEnd } = this.#parsed;
    const to = this.#scratch;
    to[0] = tab;
    to[1] = zero;
    to[2] = space;
    let size = 3;
    for (let at = symbolStart; at < symbolEnd; at++) to[size++] = bytes[at] as number;
    to[size++] = space;
    for (let at = imageStart; at < imageEnd; at++) to[size++] = bytes[at] as number;
    to[size++] = newline;
    return size;
  }
}
