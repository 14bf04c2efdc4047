import type { CallNodes } from './call-tree-nodes.ts';
import { sumUpwards } from './call-tree-sums.ts';

/**
 * The nodes without those below a share of the whole, before anything is sorted: a picture shows some
 * thousand of what may be millions. What a dropped node had is kept as the rest of its nearest kept
 * ancestor, so that totals stay. The shares of the first `columns` columns are added up.
 * Hot loops: they index directly.
 */
export function dropSmallNodes(
  nodes: CallNodes,
  minimumShare: number,
  columns: number = nodes.self.length,
): CallNodes {
  // Negative values (a subtraction) have no share to speak of.
  if (nodes.self.some(hasNegative)) return nodes;
  const totals = nodes.self.map((column) => sumUpwards(column.slice(), nodes.parent));
  const { share, whole } = shareOf(totals.slice(0, columns));
  const minimum = minimumShare * whole;
  const place = new Int32Array(nodes.length).fill(-1);
  place[0] = 0;
  let length = 1;
  for (let node = 1; node < nodes.length; node++) {
    if ((share[node] as number) >= minimum) place[node] = length++;
  }
  return compact(nodes, totals, place, { length, lost: countLost(nodes, share, place) });
}

/** Per node the sum of its columns' shares; of a single column its totals serve, as they are. */
export function shareOf(totals: readonly Float64Array[]): Shares {
  const [first = new Float64Array(1)] = totals;
  if (totals.length === 1) return { share: first, whole: first[0] as number };
  const share = new Float64Array(first.length);
  for (const total of totals) {
    const all = total[0] as number;
    if (all === 0) continue;
    for (let node = 0; node < share.length; node++) {
      share[node] = (share[node] as number) + (total[node] as number) / all;
    }
  }
  return { share, whole: 1 };
}

export interface Shares {
  readonly share: Float64Array;
  /** What counts as all in `share`. */
  readonly whole: number;
}

export function hasNegative(column: Float64Array): boolean {
  for (let node = 0; node < column.length; node++) if ((column[node] as number) < 0) return true;
  return false;
}

/** Per kept node how many descendants it loses, those of its kept children not counted. */
function countLost(nodes: CallNodes, share: Float64Array, place: Int32Array): Int32Array {
  const { parent } = nodes;
  const lost = new Int32Array(nodes.length);
  for (let node = nodes.length - 1; node > 0; node--) {
    if ((place[node] as number) >= 0) continue;
    const up = parent[node] as number;
    // Nodes of no value belong to another value of the profile: nothing is lost with them.
    lost[up] =
      (lost[up] as number) + (lost[node] as number) + ((share[node] as number) > 0 ? 1 : 0);
  }
  return lost;
}

function compact(
  nodes: CallNodes,
  totals: readonly Float64Array[],
  place: Int32Array,
  kept: { readonly length: number; readonly lost: Int32Array },
): CallNodes {
  const { length, lost } = kept;
  const out = {
    length,
    parent: new Int32Array(length),
    key: new Int32Array(length),
    inlined: new Int32Array(length),
    dropped: new Int32Array(length),
    self: nodes.self.map(() => new Float64Array(length)),
    rest: nodes.self.map(() => new Float64Array(length)),
  };
  for (let node = 0; node < nodes.length; node++) {
    const to = place[node] as number;
    const up = nodes.parent[node] as number;
    const parent = up < 0 ? -1 : (place[up] as number);
    if (to >= 0) {
      out.parent[to] = parent;
      out.key[to] = nodes.key[node] as number;
      out.inlined[to] = nodes.inlined[node] as number;
      out.dropped[to] = lost[node] as number;
      for (let c = 0; c < out.self.length; c++) {
        (out.self[c] as Float64Array)[to] = nodes.self[c]?.[node] as number;
      }
    } else if (parent >= 0) {
      // The uppermost dropped node has all that is below it.
      for (let c = 0; c < out.rest.length; c++) {
        const rest = out.rest[c] as Float64Array;
        rest[parent] = (rest[parent] as number) + (totals[c]?.[node] as number);
      }
    }
  }
  return out;
}
