import { Float64Builder } from '../base/growable-column.ts';
import type { CfiSection } from './cfi-section.ts';

/** FDEs sorted by address: for `.debug_frame`, and where `.eh_frame_hdr` is absent or wrong. */
export class FdeIndex {
  readonly #starts: Float64Array;
  readonly #offsets: Float64Array;

  constructor(section: CfiSection) {
    const starts = new Float64Builder(1024);
    const offsets = new Float64Builder(1024);
    for (const { start, end, offset } of section.fdes()) {
      // Linkers leave the entries of discarded functions behind, at 0 and empty.
      if (end <= start || start === 0) continue;
      starts.push(start);
      offsets.push(offset);
    }
    const order = Uint32Array.from(starts.view(), (_, row) => row);
    order.sort((a, b) => starts.at(a) - starts.at(b) || a - b);
    this.#starts = Float64Array.from(order, (row) => starts.at(row));
    this.#offsets = Float64Array.from(order, (row) => offsets.at(row));
  }

  get length(): number {
    return this.#starts.length;
  }

  /** The offset of the last FDE that begins at or before the address; -1 = none. */
  find(svma: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] as number) <= svma) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? -1 : (this.#offsets[low - 1] as number);
  }
}
