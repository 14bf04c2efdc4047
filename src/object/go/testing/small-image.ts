import { type GoLayout, goMagics } from '../pclntab-table.ts';

const imageStart = 0x400000;
/** Where the functions are said to be; there is no code. */
export const textStart = 0x10000;

const fileName = '/src/main.go';
const names = ['main.spin', 'main.main', 'main.weigh', 'main.square'];

/** [value, bytes of code] pairs of a pc-value table. */
type PcValues = readonly (readonly [number, number])[];

interface GoFunction {
  readonly name: string;
  readonly startLine: number;
  readonly lines: PcValues;
  /** Numbers in the inline tree. */
  readonly inlined: PcValues;
}

/** main.spin calls weigh (line 10), into which square (line 5) is inlined; main.main follows. */
const spin: GoFunction = {
  name: 'main.spin',
  startLine: 9,
  lines: [
    [10, 16],
    [5, 8],
    [3, 8],
    [12, 32],
  ],
  inlined: [
    [-1, 16],
    [0, 8],
    [1, 8],
    [-1, 32],
  ],
};
const main: GoFunction = { name: 'main.main', startLine: 19, lines: [[20, 64]], inlined: [] };

/** The part of a Go program that names its code, in each layout the table has had; x86-64. */
export function smallGoImage(layout: GoLayout): Uint8Array {
  const table = encodeTable(layout);
  const header = 64 + 56;
  const tableAt = align(header);
  const treeAt = align(tableAt + table.bytes.length);
  const tree = encodeTree(layout, table.nameAt);
  const moduleAt = align(treeAt + tree.length);
  const size = moduleAt + 48 * 8;
  const image = new Uint8Array(size);
  const view = new DataView(image.buffer);
  writeElfHeader(view, size);
  image.set(table.bytes, tableAt);
  image.set(tree, treeAt);
  const word = (number: number, value: number): void =>
    view.setBigUint64(moduleAt + number * 8, BigInt(value), true);
  word(0, imageStart + tableAt);
  word(1, imageStart + tableAt + table.namesAt);
  word(22, textStart);
  word(layout === '1.18' ? 38 : 40, imageStart + treeAt);
  return image;
}

function align(offset: number): number {
  return Math.ceil(offset / 32) * 32;
}

function writeElfHeader(view: DataView, size: number): void {
  view.setUint32(0, 0x464c457f, true);
  view.setUint32(4, 0x00010102, true); // 64 bits, little-endian, version 1
  view.setUint16(16, 2, true);
  view.setUint16(18, 62, true);
  view.setBigUint64(32, 64n, true); // program headers
  view.setUint16(54, 56, true);
  view.setUint16(56, 1, true);
  view.setUint32(64, 1, true); // PT_LOAD, read and write
  view.setUint32(68, 6, true);
  view.setBigUint64(80, BigInt(imageStart), true);
  view.setBigUint64(96, BigInt(size), true);
  view.setBigUint64(104, BigInt(size), true);
}

interface Table {
  readonly bytes: Uint8Array;
  readonly namesAt: number;
  readonly nameAt: (name: string) => number;
}

/** Texts with a NUL each, and where each begins. */
function texts(list: readonly string[]): { bytes: Uint8Array; at: Map<string, number> } {
  const at = new Map<string, number>();
  let all = '';
  for (const each of list) {
    at.set(each, all.length);
    all += `${each}\0`;
  }
  return { bytes: new TextEncoder().encode(all), at };
}

function pcTable(values: PcValues): number[] {
  const bytes: number[] = [];
  let before = -1;
  for (const [value, length] of values) {
    const delta = value - before;
    bytes.push(delta < 0 ? (~delta << 1) | 1 : delta << 1, length);
    before = value;
  }
  return [...bytes, 0];
}

interface Layout {
  readonly layout: GoLayout;
  /** 4-byte entries that count from the start of the text. */
  readonly isNew: boolean;
  readonly field: number;
  readonly functab: number;
  readonly functions: number;
  readonly names: number;
  readonly files: number;
  readonly units: number;
  readonly values: number;
}

const functionSize = 96;

function layOut(layout: GoLayout, nameBytes: number): Layout {
  const isNew = layout === '1.18' || layout === '1.20';
  const field = isNew ? 4 : 8;
  const functab = layout === '1.2' ? 16 : isNew ? 72 : 64;
  const functions = align(functab + 5 * field + 4);
  const namesAt = functions + 2 * functionSize;
  const files = align(namesAt + nameBytes);
  const units = align(files + fileName.length + 1);
  return {
    layout,
    isNew,
    field,
    functab,
    functions,
    names: namesAt,
    files,
    units,
    values: align(units + 8),
  };
}

/** What to write where: [offset, size, value]. */
type Patch = readonly [number, number, number];

/** A part has its offset from the start in the header since 1.16; before, all offsets count from there. */
function encodeTable(layout: GoLayout): Table {
  const name = texts(names);
  const at = layOut(layout, name.bytes.length);
  const values: number[] = [0];
  const patches = [...headerPatches(at), ...functionPatches(at, name.at, values)];
  const bytes = new Uint8Array(at.values + values.length);
  bytes.set(values, at.values);
  const view = new DataView(bytes.buffer);
  for (const [offset, size, value] of patches) {
    if (size === 8) view.setBigUint64(offset, BigInt(value), true);
    else if (size === 4) view.setUint32(offset, value, true);
    else view.setUint8(offset, value);
  }
  bytes.set(name.bytes, at.names);
  bytes.set(new TextEncoder().encode(fileName), at.files);
  return { bytes, namesAt: at.names, nameAt: (each) => name.at.get(each) ?? 0 };
}

function headerPatches(at: Layout): Patch[] {
  const { layout, isNew, names: namesAt, units, files, values, functab, field } = at;
  const magic = Object.entries(goMagics).find(([, each]) => each === layout)?.[0];
  const start: Patch[] = [
    [0, 4, Number(magic)],
    [6, 1, 1],
    [7, 1, 8],
    [8, 8, 2],
  ];
  if (layout === '1.2') {
    // Files are numbered from 1 and named by offset.
    return [...start, [functab + 5 * field, 4, units], [units, 4, 2], [units + 4, 4, files]];
  }
  const parts = [1, ...(isNew ? [0] : []), namesAt, units, files, values, functab];
  return [...start, ...parts.map((value, index): Patch => [16 + index * 8, 8, value])];
}

function functionPatches(at: Layout, nameAt: Map<string, number>, values: number[]): Patch[] {
  const { layout, isNew, field, functab } = at;
  const fromStart = layout === '1.2';
  const store = (each: PcValues): number => {
    const offset = values.length + (fromStart ? at.values : 0);
    values.push(...pcTable(each).map((value) => value & 0xff));
    return offset;
  };
  const files: PcValues = [[fromStart ? 1 : 0, 64]];
  const text = isNew ? 0 : textStart;
  const patches: Patch[] = [[functab + 4 * field, field, text + 128]];
  for (const [row, each] of [spin, main].entries()) {
    const here = at.functions + row * functionSize;
    const offset = here - (fromStart ? 0 : functab);
    patches.push([functab + row * 2 * field, field, text + row * 64]);
    patches.push([functab + (row * 2 + 1) * field, field, offset], [here, field, text + row * 64]);
    const nameOffset = (fromStart ? at.names : 0) + (nameAt.get(each.name) ?? 0);
    const fields = [nameOffset, 0, 0, 0, store(files), store(each.lines), 3, 0];
    if (layout === '1.20') fields.push(each.startLine);
    const counts = here + field + fields.length * 4;
    const hasTree = each.inlined.length > 0;
    const data = [0, 0, hasTree ? store(each.inlined) : 0];
    const nowhere = 0xffffffff;
    patches.push([counts + 3, 1, 4]);
    patches.push(...fields.map((value, index): Patch => [here + field + index * 4, 4, value]));
    for (const [index, value] of [
      ...data,
      nowhere,
      nowhere,
      nowhere,
      hasTree ? 0 : nowhere,
    ].entries()) {
      patches.push([counts + 4 + index * 4, 4, value]);
    }
  }
  return patches;
}

function encodeTree(layout: GoLayout, nameAt: (name: string) => number): Uint8Array {
  const isOld = layout === '1.18';
  const width = isOld ? 20 : 16;
  const tree = new Uint8Array(2 * width);
  const view = new DataView(tree.buffer);
  for (const [row, [name, parentPc, line]] of [
    ['main.weigh', 8, 4],
    ['main.square', 20, 2],
  ].entries() as Iterable<[number, [string, number, number]]>) {
    view.setUint32(row * width + (isOld ? 12 : 4), nameAt(name), true);
    view.setUint32(row * width + (isOld ? 16 : 8), parentPc, true);
    if (!isOld) view.setUint32(row * width + 12, line, true);
  }
  return tree;
}
