import { packNames } from '../../../../explore/index.ts';
import type { FlameTable } from '../flame-table.ts';

/**
 * A table from indented lines: `main 10` with its children two columns further right; `+3` behind the value
 * says that three small children were left out. Values that children do not have are the row's own.
 */
export function tableFromPicture(picture: string): FlameTable {
  const lines = picture.split('\n').filter((line) => line.trim() !== '');
  const indent = lines[0]?.search(/\S/) ?? 0;
  const rows = lines.map((line) => {
    const [, name = '', total = '0', dropped = '0'] = /(\S+) (\d+)(?: \+(\d+))?$/.exec(line) ?? [];
    const depth = (line.search(/\S/) - indent) / 2;
    return { name, depth, total: Number(total), dropped: Number(dropped) };
  });
  const parent = rows.map(({ depth }, at) =>
    rows.findLastIndex((each, above) => above < at && each.depth === depth - 1),
  );
  const names = [...new Set(rows.map(({ name }) => name))];
  const self = rows.map(({ total, dropped }, at) => {
    const below = rows.filter((_, child) => parent[child] === at);
    const rest = total - below.reduce((sum, each) => sum + each.total, 0);
    return dropped > 0 ? 0 : rest;
  });
  const ends = rows.map(({ depth }, at) => {
    const next = rows.findIndex((each, below) => below > at && each.depth <= depth);
    return next < 0 ? rows.length : next;
  });
  const total = Float64Array.from(rows, (row) => row.total);
  return {
    length: rows.length,
    parent: Int32Array.from(parent),
    key: Int32Array.from(rows, ({ name }) => names.indexOf(name)),
    depth: Int32Array.from(rows, ({ depth }) => depth),
    subtreeEnd: Int32Array.from(ends),
    inlined: new Uint8Array(rows.length),
    self: Float64Array.from(self),
    total,
    selfSamples: Float64Array.from(self),
    totalSamples: total,
    dropped: Int32Array.from(rows, ({ dropped }) => dropped),
    keys: {
      length: names.length,
      firstOther: names.length,
      names: packNames(names),
      texts: packNames(['']),
      module: new Int32Array(names.length),
      file: new Int32Array(names.length),
      line: new Int32Array(names.length),
      kind: new Uint8Array(names.length),
      family: new Uint8Array(names.length),
    },
    value: { name: 'cpu', unit: 'nanoseconds' },
  };
}
