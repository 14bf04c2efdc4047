import type { CallNodes } from './call-tree-nodes.ts';

/**
 * The nodes without those below a share of the whole, before anything is sorted: a picture shows some
 * thousand of what may be millions. What a dropped node had is kept as the rest of its nearest kept
 * ancestor, so that totals stay. The shares of the first `columns` columns are added up.
 */
export function dropSmallNodes(
  nodes: CallNodes,
  minimumShare: number,
  columns: number = nodes.self.length,
): CallNodes {
  const share = inclusiveShares(nodes, columns);
  // Negative values (a subtraction) have no share to speak of.
  if (share === null) return nodes;
  const place = new Int32Array(nodes.length).fill(-1);
  let length = 0;
  for (let node = 0; node < nodes.length; node++) {
    if (node === 0 || (share[node] as number) >= minimumShare) place[node] = length++;
  }
  const lost = new Int32Array(nodes.length);
  const lostValues = nodes.self.map(() => new Float64Array(nodes.length));
  for (let node = nodes.length - 1; node > 0; node--) {
    if ((place[node] as number) >= 0) continue;
    const up = nodes.parent[node] as number;
    const seen = (share[node] as number) > 0 ? 1 : 0;
    lost[up] = (lost[up] as number) + (lost[node] as number) + seen;
    for (let c = 0; c < lostValues.length; c++) {
      const column = lostValues[c] as Float64Array;
      const own = (nodes.self[c]?.[node] as number) + (column[node] as number);
      column[up] = (column[up] as number) + own;
    }
  }
  return compact(nodes, place, length, { lost, lostValues });
}

/** Per node the sum of its columns' shares; null when a value is negative or all are zero. */
function inclusiveShares(nodes: CallNodes, columns: number): Float64Array | null {
  const share = new Float64Array(nodes.length);
  for (const column of nodes.self.slice(0, columns)) {
    let whole = 0;
    for (let node = 0; node < nodes.length; node++) {
      const value = column[node] as number;
      if (value < 0) return null;
      whole += value;
    }
    if (whole === 0) continue;
    for (let node = 0; node < nodes.length; node++) {
      share[node] = (share[node] as number) + (column[node] as number) / whole;
    }
  }
  for (let node = nodes.length - 1; node > 0; node--) {
    const up = nodes.parent[node] as number;
    share[up] = (share[up] as number) + (share[node] as number);
  }
  return share;
}

function compact(
  nodes: CallNodes,
  place: Int32Array,
  length: number,
  small: { readonly lost: Int32Array; readonly lostValues: readonly Float64Array[] },
): CallNodes {
  const kept = {
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
    if (to < 0) continue;
    const up = nodes.parent[node] as number;
    kept.parent[to] = up < 0 ? -1 : (place[up] as number);
    kept.key[to] = nodes.key[node] as number;
    kept.inlined[to] = nodes.inlined[node] as number;
    kept.dropped[to] = small.lost[node] as number;
    for (let c = 0; c < kept.self.length; c++) {
      (kept.self[c] as Float64Array)[to] = nodes.self[c]?.[node] as number;
      (kept.rest[c] as Float64Array)[to] = small.lostValues[c]?.[node] as number;
    }
  }
  return kept;
}
