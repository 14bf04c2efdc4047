import type { NameList } from '../../../explore/index.ts';
import { mappingKinds } from '../../../profile/index.ts';
import { type KeyFamily, keyFamilies } from '../../../render/palette/key-family.ts';
import {
  formatChange,
  formatCounted,
  formatRatio,
  formatShare,
  formatShareOrNothing,
  formatValue,
} from '../quantity.ts';
import { valueTitle } from '../value-title.ts';
import type { FlameModel, FlameTable } from './flame-table.ts';
import type { Boxes } from './frame-layout.ts';
import { blockValue, rowsOfBlock } from './small-block.ts';

export interface FactRow {
  readonly title: string;
  readonly share: string;
  readonly value: string;
  readonly samples: string;
  /** Too few samples to trust the share. */
  readonly isWeak: boolean;
}

/** What the card says about a frame. */
export interface FrameFacts {
  readonly name: string;
  readonly module: string;
  readonly family: KeyFamily;
  readonly kinds: readonly string[];
  readonly place: string;
  readonly rows: readonly FactRow[];
  readonly note: string;
}

/** Fewer samples make no share. */
const fewSamples = 30;

export function frameFacts(
  model: FlameModel,
  names: NameList,
  texts: NameList,
  row: number,
): FrameFacts {
  const { table } = model;
  const { keys } = table;
  const key = table.key[row] as number;
  const file = texts.at(keys.file[key] as number);
  const line = keys.line[key] as number;
  const up = table.parent[row] as number;
  const total = table.total[row] as number;
  const rows = [
    factRow(model, 'Total', total, table.totalSamples[row] as number),
    factRow(model, 'Self', table.self[row] as number, table.selfSamples[row] as number),
  ];
  if (table.base !== undefined) rows.push(...changeRows(model, row));
  else if (up >= 0) {
    const share = total / ((table.total[up] as number) || 1);
    rows.push({
      title: 'Of parent',
      share: formatShare(share),
      value: '',
      samples: '',
      isWeak: false,
    });
  }
  const samples = table.totalSamples[row] as number;
  return {
    name: names.at(key),
    module: key >= keys.firstOther ? '' : texts.at(keys.module[key] as number),
    family: keyFamilies[keys.family[key] as number] ?? 'neutral',
    kinds: kindsOf(model, row),
    place: file === '' ? '' : line === 0 ? file : `${file}:${line}`,
    rows,
    note:
      samples < fewSamples && samples > 0
        ? `Only ${formatCounted(samples, 'sample')}: a rough share.`
        : '',
  };
}

function kindsOf({ table }: FlameModel, row: number): string[] {
  const { keys, inlined } = table;
  const key = table.key[row] as number;
  const kind = mappingKinds[keys.kind[key] as number];
  const kinds: string[] = [];
  if (inlined[row] === 1) kinds.push('inlined');
  if (key >= keys.firstOther) return kinds;
  if (kind === 'kernel') kinds.push('kernel');
  if (kind === 'jit') kinds.push('JIT');
  return kinds;
}

function factRow(model: FlameModel, title: string, value: number, samples: number): FactRow {
  const { unit } = model.table.value;
  const isCount = unit === 'count' || unit === '';
  return {
    title,
    share: formatShareOrNothing(value / (model.whole || 1)),
    value: value === 0 || (isCount && value === samples) ? '' : formatValue(value, unit),
    samples: formatCounted(samples, 'sample'),
    isWeak: samples < fewSamples,
  };
}

/** Base, and how it changed. */
function changeRows({ table }: FlameModel, row: number): FactRow[] {
  const { unit } = table.value;
  const base = table.base?.total[row] ?? 0;
  const now = table.total[row] as number;
  const whole = table.base?.total[0] ?? 0;
  const change = now - base;
  const ratio = base === 0 ? (now === 0 ? 'same' : 'new') : formatRatio(base, now);
  const plain = { samples: '', isWeak: false };
  return [
    {
      title: 'Base',
      share: formatShare(base / (whole || 1)),
      value: formatValue(base, unit),
      ...plain,
    },
    {
      title: 'Change',
      share: now === 0 && base > 0 ? 'gone' : ratio,
      value: formatChange(change, unit),
      ...plain,
    },
  ];
}

/** What a block of small frames consists of. */
export interface BlockFacts {
  readonly title: string;
  readonly caller: string;
  readonly share: string;
  readonly largest: readonly { readonly name: string; readonly share: string }[];
  /** Those that are not listed. */
  readonly more: number;
}

const listed = 5;

export function blockFacts(
  model: FlameModel,
  boxes: Boxes,
  names: NameList,
  box: number,
): BlockFacts {
  const { table, whole } = model;
  const count = boxes.small[box] as number;
  const caller = boxes.caller[box] as number;
  const rows = [...rowsOfBlock(model, boxes, box)];
  rows.sort((a, b) => (table.total[b] as number) - (table.total[a] as number));
  const largest = rows.slice(0, listed).map((each) => ({
    name: names.at(table.key[each] as number),
    share: formatShare((table.total[each] as number) / (whole || 1)),
  }));
  return {
    title: `${count} small ${count === 1 ? 'frame' : 'frames'}`,
    caller: caller < 0 ? '' : names.at(table.key[caller] as number),
    share: formatShare(blockValue(model, boxes, box) / (whole || 1)),
    largest,
    more: count - largest.length,
  };
}

/** `Matcher::find, 33.8 % of CPU time, 7 879 samples`. */
export function spokenFrame(model: FlameModel, names: NameList, row: number): string {
  const { table, whole } = model;
  const name = names.at(table.key[row] as number);
  if (table.base !== undefined) return [name, ...changeTexts(table, row)].join(', ');
  const share = formatShare((table.total[row] as number) / (whole || 1));
  const samples = formatCounted(table.totalSamples[row] as number, 'sample');
  return `${name}, ${share} of ${valueWord(table.value)}, ${samples}`;
}

/** Of a difference: `3 000 → 1 000` and `−2 000`. */
export function changeTexts(table: FlameTable, row: number): readonly [string, string] {
  const { unit } = table.value;
  const base = table.base?.total[row] ?? 0;
  const now = table.total[row] as number;
  const both = `${formatValue(base, unit)} → ${formatValue(now, unit)}`;
  return [both, now === base ? 'unchanged' : formatChange(now - base, unit)];
}

/** What a share is a share of, inside a sentence. */
function valueWord(value: { readonly name: string; readonly unit: string }): string {
  const title = valueTitle(value);
  return title.startsWith('CPU') ? title : `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
