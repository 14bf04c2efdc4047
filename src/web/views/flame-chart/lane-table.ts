import type { FlameChartAnswer, PackedKeys } from '../../../explore/index.ts';
import type { FlameTable } from '../../kit/flame/flame-table.ts';

/**
 * One lane of a chart as a flame surface draws it: row 0 is the window, the boxes follow depth first and
 * in order of time. `keys` are the answer's with the one for short calls at the end.
 */
export function laneTable(answer: FlameChartAnswer, lane: number, keys: PackedKeys): FlameTable {
  const order = depthFirst(answer, lane);
  const length = order.length + 1;
  const windowNs = answer.window.endNs - answer.window.startNs;
  const table = {
    length,
    parent: new Int32Array(length).fill(-1),
    key: new Int32Array(length).fill(keys.firstOther),
    depth: new Int32Array(length),
    subtreeEnd: new Int32Array(length).fill(length),
    inlined: new Uint8Array(length),
    self: new Float64Array(length),
    total: new Float64Array(length),
    selfSamples: new Float64Array(length),
    totalSamples: new Float64Array(length),
    start: new Float64Array(length),
  };
  table.total[0] = windowNs;
  const open: number[] = [0];
  order.forEach((box, at) => {
    const row = at + 1;
    const depth = (answer.depth[box] as number) + 1;
    while (open.length > depth) table.subtreeEnd[open.pop() ?? 0] = row;
    open.push(row);
    const key = answer.key[box] as number;
    table.parent[row] = open[depth - 1] ?? 0;
    table.key[row] = key < 0 ? keys.length - 1 : key;
    table.depth[row] = depth;
    table.inlined[row] = answer.inlined[box] as number;
    table.start[row] = (answer.startNs[box] as number) - answer.window.startNs;
    table.total[row] = (answer.endNs[box] as number) - (answer.startNs[box] as number);
    table.totalSamples[row] = answer.count[box] as number;
    if (depth === 1)
      table.totalSamples[0] = (table.totalSamples[0] as number) + (answer.count[box] as number);
  });
  addSelf(table);
  return {
    ...table,
    dropped: null,
    keys,
    value: { name: 'time', unit: 'nanoseconds' },
    whole: windowNs,
    weight: table.total,
  };
}

/** A caller begins with or before what it calls, and is less deep. */
function depthFirst({ laneStart, startNs, depth }: FlameChartAnswer, lane: number): number[] {
  const boxes: number[] = [];
  const end = laneStart[lane + 1] ?? 0;
  for (let box = laneStart[lane] ?? 0; box < end; box++) boxes.push(box);
  return boxes.sort(
    (a, b) =>
      (startNs[a] as number) - (startNs[b] as number) ||
      (depth[a] as number) - (depth[b] as number),
  );
}

function addSelf(table: {
  readonly length: number;
  readonly parent: Int32Array;
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly selfSamples: Float64Array;
  readonly totalSamples: Float64Array;
}): void {
  table.self.set(table.total);
  table.selfSamples.set(table.totalSamples);
  for (let row = 1; row < table.length; row++) {
    const up = table.parent[row] as number;
    table.self[up] = Math.max(0, (table.self[up] as number) - (table.total[row] as number));
    const samples = (table.selfSamples[up] as number) - (table.totalSamples[row] as number);
    table.selfSamples[up] = Math.max(0, samples);
  }
}
