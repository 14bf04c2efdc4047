import type { CallNodes } from './call-tree-nodes.ts';
import type { TreeInput } from './call-tree-paths.ts';
import { hasNegative, shareOf } from './call-tree-small.ts';

/** Whether every frame is a key of its own and nothing hangs between the root and the stacks. */
export function stacksAreTheTree({ profile, keyed, groupPath, collapse }: TreeInput): boolean {
  return keyed.keys.firstOther === profile.frames.length && !collapse && groupPath.length === 1;
}

/**
 * The nodes where the stacks are the tree, as in folded files: stack n is node n + 1, and those below
 * the minimum share of the first `columns` columns never become nodes. Millions of stacks make a
 * picture in a moment this way. The same result as `dropSmallNodes` gives. Hot loops: they
 * index directly and use one array for two things.
 */
export function nodesOfStacks(input: TreeInput, columns: number): CallNodes {
  const { stacks } = input.profile;
  const { parent } = stacks;
  const totals = input.columns.map(({ values }) => stackTotals(input, values));
  const { share, whole } = shareOf(totals.slice(0, columns));
  const negative = input.columns.some(({ values }) => hasNegative(values));
  const minimum = negative ? Number.NEGATIVE_INFINITY : input.minimumShare * whole;
  // On the way to the root: how many rows each one loses.
  const place = new Int32Array(stacks.length + 1);
  let length = 1;
  for (let node = stacks.length; node > 0; node--) {
    const part = share[node] as number;
    if (part >= minimum) length++;
    else {
      const up = (parent[node - 1] as number) + 1;
      place[up] = (place[up] as number) + (place[node] as number) + (part > 0 ? 1 : 0);
    }
  }
  // On the way back: the node each row became, or -1.
  const nodes = emptyNodes(length, input);
  nodes.dropped[0] = place[0] as number;
  place[0] = 0;
  let next = 1;
  for (let node = 1; node <= stacks.length; node++) {
    const up = place[(parent[node - 1] as number) + 1] as number;
    if ((share[node] as number) >= minimum) {
      nodes.parent[next] = up;
      nodes.dropped[next] = place[node] as number;
      addFrame(nodes, next, input, node - 1);
      place[node] = next++;
    } else {
      if (up >= 0) addRest(nodes.rest, up, totals, node);
      place[node] = -1;
    }
  }
  addSelf(nodes.self, place, input);
  return nodes;
}

type NewNodes = CallNodes & Readonly<{ rest: readonly Float64Array[]; dropped: Int32Array }>;

function emptyNodes(length: number, { columns, rootKey }: TreeInput): NewNodes {
  const nodes = {
    length,
    parent: new Int32Array(length),
    key: new Int32Array(length),
    inlined: new Int32Array(length),
    dropped: new Int32Array(length),
    self: columns.map(() => new Float64Array(length)),
    rest: columns.map(() => new Float64Array(length)),
  };
  nodes.parent[0] = -1;
  nodes.key[0] = rootKey;
  return nodes;
}

/** Inclusive sums per node, the root first. */
function stackTotals({ profile }: TreeInput, values: Float64Array): Float64Array {
  const { stacks, samples } = profile;
  const { parent } = stacks;
  const total = new Float64Array(stacks.length + 1);
  for (let row = 0; row < samples.length; row++) {
    const node = (samples.stack[row] as number) + 1;
    total[node] = (total[node] as number) + (values[row] as number);
  }
  for (let node = stacks.length; node > 0; node--) {
    const up = (parent[node - 1] as number) + 1;
    total[up] = (total[up] as number) + (total[node] as number);
  }
  return total;
}

function addFrame(nodes: NewNodes, node: number, { profile, keyed }: TreeInput, row: number): void {
  const frame = profile.stacks.frame[row] as number;
  nodes.key[node] = keyed.keyOfFrame[frame] as number;
  nodes.inlined[node] = (profile.frames.inlineDepth[frame] as number) > 0 ? 1 : 0;
}

/** The uppermost row left out has all that is below it. */
function addRest(
  rest: readonly Float64Array[],
  to: number,
  totals: readonly Float64Array[],
  node: number,
): void {
  for (let c = 0; c < rest.length; c++) {
    const column = rest[c] as Float64Array;
    column[to] = (column[to] as number) + (totals[c]?.[node] as number);
  }
}

function addSelf(self: readonly Float64Array[], place: Int32Array, input: TreeInput): void {
  const { samples } = input.profile;
  self.forEach((column, c) => {
    const values = input.columns[c]?.values ?? column;
    for (let row = 0; row < samples.length; row++) {
      const to = place[(samples.stack[row] as number) + 1] as number;
      if (to >= 0) column[to] = (column[to] as number) + (values[row] as number);
    }
  });
}
