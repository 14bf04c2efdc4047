import type { CallTree, TreeColumn } from '../../analysis/index.ts';
import { counted, formatShare } from '../../base/quantity.ts';
import { mappingKinds } from '../../profile/index.ts';
import type { FamilyName } from '../palette/family-table.ts';
import { families } from '../palette/family-table.ts';
import type { FrameFacts } from '../palette/frame-family.ts';
import { findPalette, type Palette, shadeOf } from '../palette/palette.ts';
import { plainName } from './label.ts';
import {
  defaultFontSize,
  defaultMinWidth,
  defaultRowHeight,
  designWidth,
  type FlameSvgOptions,
  margin,
} from './options.ts';
import type { FlamePicture, PictureFacts } from './picture.ts';
import { type KeptFrames, pruneTree, weigh } from './prune.ts';

/** What was drawn and what was left out, for whoever reports it. */
export interface DrawnPicture {
  readonly picture: FlamePicture;
  readonly palette: Palette;
  /** Per name of the picture, its family: the legend shows those in use. */
  readonly familyOfName: readonly FamilyName[];
  readonly prunedFrames: number;
  readonly prunedShare: number;
}

/** The share of the whole below which a frame is left out: no tree needs to hold more. */
export function minimumShare(options: FlameSvgOptions): number {
  const { width = designWidth, minWidth = defaultMinWidth } = options;
  return minWidth / Math.max(1, width - 2 * margin);
}

/** Prunes the tree to what can be seen and names and colours the rest. */
export function makePicture(tree: CallTree, options: FlameSvgOptions): DrawnPicture {
  const weights = weigh(tree);
  const minimum = minimumShare(options) * (weights.total[0] as number);
  const kept = pruneTree(tree, weights, minimum);
  const palette = findPalette(options.colors ?? 'module');
  const used = usedKeys(tree, kept);
  const owners = used.list.map((key) => familyOfKey(tree, key, palette));
  const shown = tree.columns.at(-1) ?? weights;
  const value = columnOf(kept, shown);
  const [first] = tree.columns;
  const base = tree.columns.length > 1 && first !== undefined ? columnOf(kept, first) : null;
  const sameSamples = tree.samples.total === shown.total;
  const picture: FlamePicture = {
    facts: factsOf(tree, options, kept),
    length: kept.length,
    parent: kept.parent,
    depth: kept.depth,
    subtreeEnd: kept.subtreeEnd,
    key: kept.node.map((node, row) => {
      const small = kept.small[row] as number;
      return small > 0 ? -small : (used.rowOf[tree.key[node] as number] as number);
    }),
    start: kept.start,
    weight: base === null && sameColumn(kept.weight, value) ? value : kept.weight,
    value,
    self: Float64Array.from(kept.node, (node, row) =>
      kept.small[row] === 0 ? (shown.self[node] as number) : 0,
    ),
    base,
    samples: sameSamples || base !== null ? null : columnOf(kept, tree.samples),
    inlined: Uint8Array.from(kept.node, (node, row) =>
      kept.small[row] === 0 ? (tree.inlined[node] as number) : 0,
    ),
    deepest: kept.depth.reduce((most, depth) => Math.max(most, depth), 0),
    names: used.list.map((key) => plainName(tree.keys.name[key] ?? '')),
    about: used.list.map((key) => aboutKey(tree, key)),
    tints: used.list.map((key, row) => tintClass(owners[row] ?? 'neutral', tree, key)),
  };
  return {
    picture,
    palette,
    familyOfName: owners,
    prunedFrames: kept.prunedFrames,
    prunedShare: kept.prunedShare,
  };
}

function sameColumn(a: Float64Array, b: Float64Array): boolean {
  return a.every((value, row) => value === b[row]);
}

/** The values of kept rows; a block has what its parent has beyond itself and its kept children. */
function columnOf(kept: KeptFrames, column: TreeColumn): Float64Array {
  const values = Float64Array.from(kept.node, (node, row) => {
    const total = column.total[node] as number;
    return kept.small[row] === 0 ? total : total - (column.self[node] as number);
  });
  // A block stands behind its siblings, so that going backwards it is met before them.
  const block = new Int32Array(kept.length).fill(-1);
  for (let row = kept.length - 1; row > 0; row--) {
    const up = kept.parent[row] as number;
    if ((kept.small[row] as number) > 0) block[up] = row;
    else if ((block[up] as number) >= 0) {
      const at = block[up] as number;
      values[at] = (values[at] as number) - (values[row] as number);
    }
  }
  return values;
}

interface UsedKeys {
  readonly list: readonly number[];
  readonly rowOf: Int32Array;
}

function usedKeys(tree: CallTree, kept: KeptFrames): UsedKeys {
  const rowOf = new Int32Array(tree.keys.length).fill(-1);
  const list: number[] = [];
  for (let row = 0; row < kept.length; row++) {
    const key = tree.key[kept.node[row] as number] as number;
    if (kept.small[row] === 0 && rowOf[key] === -1) rowOf[key] = list.push(key) - 1;
  }
  return { list, rowOf };
}

function familyOfKey(tree: CallTree, key: number, palette: Palette): FamilyName {
  const { keys } = tree;
  if (key >= keys.firstOther) return 'neutral';
  const frame: FrameFacts = {
    name: keys.name[key] ?? '',
    module: keys.module[key] ?? '',
    file: keys.file[key] ?? '',
    kind: mappingKinds[keys.kind[key] as number] ?? 'user',
  };
  return palette.familyOf(frame);
}

const familyNames = Object.keys(families) as FamilyName[];

/** `c` with the family and the shade; an `h` at the end asks for hatching. */
function tintClass(family: FamilyName, tree: CallTree, key: number): string {
  const shade = shadeOf(tree.keys.name[key] ?? '');
  const { hatched = false } = families[family];
  return `c${familyNames.indexOf(family).toString(36)}${shade}${hatched ? 'h' : ''}`;
}

/** The family and shade a class stands for. */
export function readTintClass(tint: string): { family: FamilyName; shade: number } {
  const family = familyNames[Number.parseInt(tint[1] ?? '', 36)] ?? 'neutral';
  return { family, shade: Number(tint[2]) };
}

function aboutKey(tree: CallTree, key: number): string {
  const { keys } = tree;
  const file = keys.file[key] ?? '';
  const line = keys.line[key] as number;
  const place = file === '' || line === 0 ? file : `${file}:${line}`;
  return [keys.module[key] ?? '', place]
    .filter((part) => part !== '')
    .map(plainName)
    .join(' · ');
}

function factsOf(tree: CallTree, options: FlameSvgOptions, kept: KeptFrames): PictureFacts {
  const { name, unit } = tree.valueType;
  const isDiff = tree.columns.length > 1;
  const kind = isDiff ? 'Differential flame graph' : 'Flame graph';
  const inverted = tree.direction === 'bottom-up' ? ' by callee' : '';
  return {
    title: options.title ?? (tree.order === 'time' ? 'Flame chart' : `${kind}${inverted}`),
    subtitle: options.subtitle ?? '',
    notes: options.notes ?? '',
    unit: options.countName === undefined ? unit : 'count',
    countName: options.countName ?? countNameOf(name),
    shape: options.shape ?? 'flame',
    fontSize: options.fontSize ?? defaultFontSize,
    rowHeight: options.rowHeight ?? defaultRowHeight,
    width: options.width ?? designWidth,
    fluid: options.width === undefined,
    pruned: prunedText(kept, options.minWidth ?? defaultMinWidth),
  };
}

/** `cpu-clock` counts samples of an event; `alloc_objects` counts objects. */
function countNameOf(name: string): string {
  const noun = /_(objects|count)$/.exec(name)?.[1];
  return noun === 'objects'
    ? 'objects'
    : name.endsWith('s') && !name.includes('-')
      ? name
      : 'samples';
}

function prunedText(kept: KeptFrames, minWidth: number): string {
  if (kept.prunedFrames === 0) return '';
  const frames = counted(kept.prunedFrames, 'frame');
  const are = kept.prunedFrames === 1 ? 'is' : 'are';
  const deep = kept.cutAtDepth > 0 ? ' or too deep' : '';
  const share = formatShare(kept.prunedShare);
  return `${frames} narrower than ${minWidth} px${deep} ${are} left out; ${share} of all ends in them.`;
}
