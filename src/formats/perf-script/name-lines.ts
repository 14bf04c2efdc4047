import { Int32Builder } from '../../base/growable-column.ts';
import { FrameLine } from './frame-line.ts';
import { classifyLine, lineClasses } from './line-class.ts';
import { PathTree } from './path-tree.ts';

/** Stands for every address, so that what follows is not taken for one. */
const noAddress = Uint8Array.of(0x09, 0x30, 0x20);
const beforeImage = Uint8Array.of(0x20);
const newline = Uint8Array.of(0x0a);

/** Paths of lines that differ in more than address and offset. */
export class NameLines {
  readonly tree: PathTree = new PathTree();
  /** By line of the file, the line without its address. */
  readonly #nameLine = new Int32Builder(4096);
  readonly #parsed = new FrameLine();
  #scratch = new Uint8Array(1024);

  /** Lines come in order. */
  addLine(view: DataView, start: number, end: number): void {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    if (classifyLine(bytes, start, end) === lineClasses.source) {
      this.#nameLine.push(this.tree.lines.intern(view, start, end));
      return;
    }
    const parsed = this.#parsed;
    parsed.parse(bytes, start, end);
    // The text from the symbol on, without the offset between it and the image.
    const image = bytes.subarray(parsed.imageStart, parsed.imageEnd);
    const symbol = bytes.subarray(parsed.symbolStart, parsed.symbolEnd);
    const pieces = [noAddress, symbol, beforeImage, image, newline];
    this.#nameLine.push(this.#internJoined(pieces));
  }

  addPath(parent: number, line: number): number {
    return this.tree.add(parent, this.#nameLine.at(line));
  }

  #internJoined(pieces: readonly Uint8Array[]): number {
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (size > this.#scratch.length) this.#scratch = new Uint8Array(size * 2);
    let at = 0;
    for (const piece of pieces) {
      this.#scratch.set(piece, at);
      at += piece.length;
    }
    return this.tree.lines.intern(new DataView(this.#scratch.buffer), 0, size);
  }
}
