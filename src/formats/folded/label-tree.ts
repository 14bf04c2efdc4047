import type { FrameIndex, Profile, StackIndex } from '../../profile/index.ts';
import { StackRows } from '../../profile/stack-rows.ts';

/**
 * Call paths by label: stacks that read the same are one node. Nodes stand after their parents, as
 * stacks do.
 */
export class LabelTree {
  readonly length: number;
  readonly parent: Int32Array; // -1 = root
  readonly label: Int32Array;
  /** Nodes from the root to this one, both counted. */
  readonly depth: Int32Array;
  /** The node of every stack. */
  readonly nodes: Int32Array;

  constructor(profile: Profile, frameLabels: Int32Array) {
    const { parent, frame, length } = profile.stacks;
    // Paths of labels branch as paths of frames do, and are found in the same way.
    const rows = new StackRows(length);
    const nodes = new Int32Array(length);
    for (let stack = 0; stack < length; stack++) {
      const above = parent[stack] as number;
      const label = frameLabels[frame[stack] as number] as number;
      const node = above < 0 ? -1 : (nodes[above] as number);
      nodes[stack] = rows.add(node as StackIndex, label as FrameIndex);
    }
    const table = rows.finish();
    this.length = table.length;
    this.parent = table.parent;
    this.label = table.frame;
    this.depth = depthsOf(table.parent);
    this.nodes = nodes;
  }

  /** The place of every node in depth-first order, siblings by the order of their labels. */
  ranks(labelOrder: Int32Array): Int32Array {
    const count = this.length;
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
        node = this.parent[node] as number;
      }
      node = follow;
    }
    return ranks;
  }

  /** Children as linked lists in label order: nodes are put in front, from the last label on. */
  #siblings(labelOrder: Int32Array): { next: Int32Array; firstChild: Int32Array } {
    const count = this.length;
    const next = new Int32Array(count);
    const firstChild = new Int32Array(count + 1).fill(-1);
    for (const node of this.#nodesByLabel(labelOrder).reverse()) {
      const above = this.parent[node] as number;
      const slot = above < 0 ? count : above;
      next[node] = firstChild[slot] as number;
      firstChild[slot] = node;
    }
    return { next, firstChild };
  }

  /** A counting sort of the nodes by the order of their label. */
  #nodesByLabel(labelOrder: Int32Array): Int32Array {
    const starts = new Int32Array(labelOrder.length + 1);
    const count = this.length;
    for (let node = 0; node < count; node++) {
      const order = labelOrder[this.label[node] as number] as number;
      starts[order + 1] = (starts[order + 1] as number) + 1;
    }
    for (let order = 1; order < starts.length; order++) {
      starts[order] = (starts[order] as number) + (starts[order - 1] as number);
    }
    const sorted = new Int32Array(count);
    for (let node = 0; node < count; node++) {
      const order = labelOrder[this.label[node] as number] as number;
      const at = starts[order] as number;
      sorted[at] = node;
      starts[order] = at + 1;
    }
    return sorted;
  }
}

function depthsOf(parent: Int32Array): Int32Array {
  const depth = new Int32Array(parent.length);
  for (let node = 0; node < depth.length; node++) {
    const above = parent[node] as number;
    depth[node] = above < 0 ? 1 : (depth[above] as number) + 1;
  }
  return depth;
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
