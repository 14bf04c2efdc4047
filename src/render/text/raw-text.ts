import {
  type LabelValue,
  type Location,
  labelsOfSet,
  locations,
  processAddress,
} from '../../analysis/index.ts';
import { groupBy } from '../../base/group-by.ts';
import { safeLine } from '../../base/terminal-text.ts';
import { compareText } from '../../base/text-layout.ts';
import {
  type FrameIndex,
  frameFlags,
  mappingKinds,
  type Profile,
  type StackIndex,
  symbolizedBits,
  textAt,
} from '../../profile/index.ts';
import { durationText, exactMomentText } from './time-text.ts';

const labelIndent = ' '.repeat(16);
const lineIndent = ' '.repeat(13);

/** Everything in the profile as text, in the notation of pprof's `raw`. */
export function* rawText(profile: Profile): Generator<string> {
  yield* metaLines(profile);
  const places = locations(profile);
  const { samples } = profile;
  for (let row = 0; row < samples.length; row++) {
    const values = samples.values.map((column) => ` ${String(column[row]).padStart(10)}`);
    const path = places.pathOf(samples.stack[row] as StackIndex);
    yield `${values.join('')}: ${path.map((place) => `${place + 1} `).join('')}`;
    yield* labelLines(labelsOfSet(profile, samples.labels?.[row] ?? 0));
  }
  yield 'Locations';
  const mappingIds = idsOfMappings(profile);
  for (const [row, place] of places.list.entries()) {
    yield* locationLines(profile, place, row + 1, mappingIds);
  }
  yield 'Mappings';
  for (const [row, id] of mappingIds) yield mappingLine(profile, row, id);
}

function* metaLines({ meta, valueTypes }: Profile): Generator<string> {
  for (const comment of meta.comments) yield safeLine(`Comment: ${comment}`);
  if (meta.docUrl !== '') yield safeLine(`Doc: ${meta.docUrl}`);
  if (meta.periodType !== null) {
    yield safeLine(`PeriodType: ${meta.periodType.name} ${meta.periodType.unit}`);
  }
  yield `Period: ${meta.period}`;
  if (meta.startEpochNs !== 0n) yield `Time: ${exactMomentText(meta.startEpochNs)}`;
  // Four characters, as pprof cuts it.
  if (meta.durationNs !== 0) yield `Duration: ${durationText(meta.durationNs).slice(0, 4)}`;
  yield 'Samples:';
  const types = valueTypes.map(({ name, unit }, index) => {
    return `${name}/${unit}${index === meta.defaultValueType ? '[dflt]' : ''}`;
  });
  yield safeLine(types.join(' '));
}

function* labelLines(labels: readonly LabelValue[]): Generator<string> {
  const texts = labels.filter(({ text }) => text !== null);
  const numbers = labels.filter(({ text }) => text === null);
  if (texts.length > 0) yield labelLine(texts, ({ text }) => text ?? '');
  if (numbers.length > 0) {
    yield labelLine(numbers, ({ number, unit }) => `${number}${unit === '' ? '' : ` ${unit}`}`);
  }
}

function labelLine(
  labels: readonly LabelValue[],
  valueText: (label: LabelValue) => string,
): string {
  const groups = groupBy(labels, ({ key }) => key);
  const keys = Array.from(groups, ([key, same]) => `${key}:[${same.map(valueText).join(' ')}]`);
  return safeLine(`${labelIndent}${keys.sort(compareText).join(' ')}`);
}

/** Mappings that stand for "no image known" are the model's own and not shown. */
function idsOfMappings({ mappings }: Profile): Map<number, number> {
  const ids = new Map<number, number>();
  for (let row = 0; row < mappings.length; row++) {
    if (mappingKinds[mappings.kind[row] as number] !== 'unmapped') ids.set(row, ids.size + 1);
  }
  return ids;
}

function* locationLines(
  profile: Profile,
  { frames }: Location,
  id: number,
  mappingIds: ReadonlyMap<number, number>,
): Generator<string> {
  const table = profile.frames;
  const first = frames[0] as FrameIndex;
  const mapping = mappingIds.get(table.mapping[first] as number);
  const image = mapping === undefined ? '' : `M=${mapping} `;
  const folded = ((table.flags[first] as number) & frameFlags.folded) !== 0 ? '[F] ' : '';
  const address = processAddress(profile, first).toString(16);
  let start = `${String(id).padStart(6)}: 0x${address} ${image}${folded}`;
  for (const frame of frames) {
    yield safeLine(`${start}${functionText(profile, frame)}`);
    start = lineIndent;
  }
}

function functionText(profile: Profile, frame: FrameIndex): string {
  const { frames, functions } = profile;
  const called = frames.function[frame] as number;
  const [line, column] = [frames.line[frame] as number, frames.column[frame] as number];
  if (called < 0) return line === 0 ? '' : '??';
  const name = textAt(profile, functions.name[called] as number);
  const linkage = textAt(profile, functions.linkageName[called] as number);
  const file = textAt(profile, functions.file[called] as number);
  const alias = linkage === '' || linkage === name ? '' : `(${linkage})`;
  return `${name} ${file}:${line}:${column} s=${functions.startLine[called] as number}${alias}`;
}

function mappingLine(profile: Profile, row: number, id: number): string {
  const { mappings } = profile;
  const range = `${hex(mappings.start, row)}/${hex(mappings.limit, row)}/${hex(mappings.offset, row)}`;
  const bits = mappings.symbolized[row] as number;
  const has = [
    (bits & symbolizedBits.functions) !== 0 ? '[FN]' : '',
    (bits & symbolizedBits.files) !== 0 ? '[FL]' : '',
    (bits & symbolizedBits.lines) !== 0 ? '[LN]' : '',
    (bits & symbolizedBits.inlines) !== 0 ? '[IN]' : '',
  ].join('');
  const file = textAt(profile, mappings.file[row] as number);
  const buildId = textAt(profile, mappings.buildId[row] as number);
  return safeLine(`${id}: ${range} ${file} ${buildId} ${has}`);
}

function hex(column: BigUint64Array, row: number): string {
  return `0x${(column[row] as bigint).toString(16)}`;
}
