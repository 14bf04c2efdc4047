import { Int32Builder } from '../../base/growable-column.ts';
import { PairIndex } from '../../base/tuple-index.ts';
import type { Profile } from '../../profile/index.ts';

/**
 * Call paths by label: stacks that read the same are one node. Nodes stand after their parents, as
 * stacks do.
 */
export class LabelTree {
  readonly parent: Int32Builder = new Int32Builder(1024);
  readonly label: Int32Builder = new Int32Builder(1024);
  readonly #index = new PairIndex();

  add(parent: number, label: number): number {
    const known = this.#index.findOrAdd(parent, label, this.parent.length);
    if (known >= 0) return known;
    this.label.push(label);
    return this.parent.push(parent);
  }

  /** The node of every stack. */
  addStacks(profile: Profile, frameLabels: Int32Array): Int32Array {
    const { parent, frame, length } = profile.stacks;
    const nodes = new Int32Array(length);
    for (let stack = 0; stack < length; stack++) {
      const above = parent[stack] as number;
      const label = frameLabels[frame[stack] as number] as number;
      nodes[stack] = this.add(above < 0 ? -1 : (nodes[above] as number), label);
    }
    return nodes;
  }

  /** The place of every node in depth-first order, siblings by the order of their labels. */
  ranks(labelOrder: Int32Array): Int32Array {
    const count = this.parent.length;
    const { next, firstChild } = this.#siblings(labelOrder);
    const ranks = new Int32Array(count);
    let rank = 0;
    // Entry `count` of firstChild belongs to the root. Climbing is by parent: no recursion.
    let node = firstChild[count] as number;
    while (node >= 0) {
      ranks[node] = rank++;
      let follow = firstChild[node] as number;
      while (follow < 0 && node >= 0) {
        follow = next[node] as number;
        node = this.parent.at(node);
      }
      node = follow;
    }
    return ranks;
  }

  /** Children as linked lists in label order: nodes are put in front, from the last label on. */
  #siblings(labelOrder: Int32Array): { next: Int32Array; firstChild: Int32Array } {
    const count = this.parent.length;
    const next = new Int32Array(count);
    const firstChild = new Int32Array(count + 1).fill(-1);
    for (const node of this.#nodesByLabel(labelOrder).reverse()) {
      const above = this.parent.at(node);
      const slot = above < 0 ? count : above;
      next[node] = firstChild[slot] as number;
      firstChild[slot] = node;
    }
    return { next, firstChild };
  }

  /** A counting sort of the nodes by the order of their label. */
  #nodesByLabel(labelOrder: Int32Array): Int32Array {
    const starts = new Int32Array(labelOrder.length + 1);
    const count = this.parent.length;
    for (let node = 0; node < count; node++) {
      const order = labelOrder[this.label.at(node)] as number;
      starts[order + 1] = (starts[order + 1] as number) + 1;
    }
    for (let order = 1; order < starts.length; order++) {
      starts[order] = (starts[order] as number) + (starts[order - 1] as number);
    }
    const sorted = new Int32Array(count);
    for (let node = 0; node < count; node++) {
      const order = labelOrder[this.label.at(node)] as number;
      const at = starts[order] as number;
      sorted[at] = node;
      starts[order] = at + 1;
    }
    return sorted;
  }
}

/** The position of each text in sorted order. */
export function orderOf(texts: readonly string[]): Int32Array {
  const sorted = Array.from(texts.keys()).sort((a, b) => {
    const [left, right] = [texts[a] as string, texts[b] as string];
    return left < right ? -1 : left > right ? 1 : 0;
  });
  const order = new Int32Array(texts.length);
  sorted.forEach((text, position) => {
    order[text] = position;
  });
  return order;
}
