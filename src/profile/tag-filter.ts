import { scale } from '../base/units.ts';
import { compileExpression } from './expression.ts';
import type { Filtered } from './filter.ts';
import { type Label, LabelSetRows } from './row-builders.ts';
import { selectSamples } from './sample-selection.ts';
import type { LabelSetTable, Profile, StringIndex } from './tables.ts';

/** A tag filter made ready for one profile: whether a set of labels satisfies it. */
export type TagFilter = (profile: Profile) => (labels: LabelRange) => boolean;

interface LabelRange {
  readonly start: number;
  readonly end: number;
}

type NumberTest = (value: number, unit: string) => boolean;

/**
 * pprof's tag filters (internal/driver/driver_focus.go): `value` or `key=value`, where a value is a
 * range of numbers (`32kb`, `:64kb`, `4mb:`, `12kb:64mb`, bounds included) or expressions separated
 * by commas: without a key all must match some `key:value`, with a key one of them its value.
 */
export function compileTagFilter(text: string, flag: string): TagFilter {
  const split = text.indexOf('=');
  const key = split < 0 ? undefined : text.slice(0, split);
  const value = text.slice(split + 1);
  const inRange = parseTagRange(value);
  if (inRange !== undefined) return rangeFilter(key, inRange);
  const expressions = value.split(',').map((part) => compileExpression(part, flag));
  return key === undefined ? allMatch(expressions) : someMatch(key, expressions);
}

/** Whether a tag filter is read as a range of numbers, which pprof says aloud. */
export function isTagRange(text: string): boolean {
  return parseTagRange(text.slice(text.indexOf('=') + 1)) !== undefined;
}

function rangeFilter(key: string | undefined, inRange: NumberTest): TagFilter {
  return (profile) => {
    const { labelSets, strings } = profile;
    const units = labelUnits(profile);
    return ({ start, end }) => {
      for (let row = start; row < end; row++) {
        const name = labelSets.key[row] as number;
        if (labelSets.text[row] !== -1 || (key !== undefined && strings[name] !== key)) continue;
        if (inRange(Number(labelSets.number[row]), units.get(name) ?? '')) return true;
      }
      return false;
    };
  };
}

function allMatch(expressions: readonly RegExp[]): TagFilter {
  return (profile) => (range) => {
    const pairs = textLabels(profile, range).map(([key, value]) => `${key}:${value}`);
    return expressions.every((expression) => pairs.some((pair) => expression.test(pair)));
  };
}

function someMatch(key: string, expressions: readonly RegExp[]): TagFilter {
  return (profile) => (range) =>
    textLabels(profile, range).some(
      ([name, value]) => name === key && expressions.some((expression) => expression.test(value)),
    );
}

function textLabels(profile: Profile, { start, end }: LabelRange): [string, string][] {
  const { labelSets, strings } = profile;
  const found: [string, string][] = [];
  for (let row = start; row < end; row++) {
    const text = labelSets.text[row] as number;
    if (text >= 0) found.push([strings[labelSets.key[row] as number] ?? '', strings[text] ?? '']);
  }
  return found;
}

/**
 * The unit of each numeric key: the first that any label states, and without one pprof's guess
 * (bytes for `request` and `alignment`, else the key itself).
 */
function labelUnits(profile: Profile): Map<number, string> {
  const { labelSets, strings } = profile;
  const units = new Map<number, string>();
  labelSets.key.forEach((key, row) => {
    const unit = strings[labelSets.unit[row] as number] ?? '';
    if (labelSets.text[row] === -1 && unit !== '' && !units.has(key)) units.set(key, unit);
  });
  for (const key of labelSets.key) {
    const name = strings[key] ?? '';
    const guess = name === 'request' || name === 'alignment' ? 'bytes' : name;
    if (!units.has(key)) units.set(key, guess);
  }
  return units;
}

const number = /^([+-]?\d+)([A-Za-z]+)?/;

/** A range of numbers, or undefined when the text is an expression. */
function parseTagRange(text: string): NumberTest | undefined {
  const [low = '', high, ...more] = text.split(':');
  if (more.length > 0) return undefined;
  const first = parseBound(low);
  const second = high === undefined ? undefined : parseBound(high);
  if (low !== '' && first === undefined) return undefined;
  if (high !== undefined && high !== '' && second === undefined) return undefined;
  const bound = first ?? second;
  if (bound === undefined) return undefined;
  const [least, unit] = scaled(bound.value, bound.unit, bound.unit);
  if (high === undefined) return (value, from) => same(value, from, unit, (at) => at === least);
  if (second === undefined) return (value, from) => same(value, from, unit, (at) => at >= least);
  if (first === undefined) return (value, from) => same(value, from, unit, (at) => at <= least);
  const [most, mostUnit] = scaled(second.value, second.unit, unit);
  if (mostUnit !== unit) return undefined;
  return (value, from) => same(value, from, unit, (at) => at >= least && at <= most);
}

function parseBound(text: string): { value: number; unit: string } | undefined {
  const found = number.exec(text);
  if (found === null || found[0] !== text) return undefined;
  return { value: Number(found[1]), unit: found[2] ?? '' };
}

function scaled(value: number, from: string, to: string): [number, string] {
  const result = scale(value, from, to);
  return [result.value, result.unit];
}

function same(
  value: number,
  from: string,
  unit: string,
  holds: (value: number) => boolean,
): boolean {
  const [at, inUnit] = scaled(value, from, unit);
  return inUnit === unit && holds(at);
}

/** Keeps the samples whose labels pass `focus` and not `ignore`; asked once per label set. */
export function filterByTag(
  profile: Profile,
  filters: { readonly focus?: TagFilter; readonly ignore?: TagFilter },
): Filtered {
  const { focus, ignore } = filters;
  if (focus === undefined && ignore === undefined) return { profile, unmatched: [] };
  const focused = testSets(profile, focus, true);
  const ignored = testSets(profile, ignore, false);
  const { samples } = profile;
  const keep = new Uint8Array(samples.length);
  let anyFocused = false;
  let anyIgnored = false;
  for (let row = 0; row < samples.length; row++) {
    const set = samples.labels?.[row] ?? 0;
    if (focused[set] === 1) anyFocused = true;
    if (ignored[set] === 1) anyIgnored = true;
    keep[row] = focused[set] === 1 && ignored[set] === 0 ? 1 : 0;
  }
  const unmatched: string[] = [];
  if (focus !== undefined && !anyFocused) unmatched.push('TagFocus');
  if (ignore !== undefined && !anyIgnored) unmatched.push('TagIgnore');
  return { profile: selectSamples(profile, keep), unmatched };
}

function testSets(profile: Profile, filter: TagFilter | undefined, without: boolean): Uint8Array {
  const { start, length } = profile.labelSets;
  const test = filter?.(profile);
  return Uint8Array.from({ length }, (_, set) => {
    const range = { start: start[set] as number, end: start[set + 1] as number };
    return (test?.(range) ?? without) ? 1 : 0;
  });
}

/** Removes the labels whose key does not match `show` or matches `hide`; samples stay. */
export function filterTagNames(
  profile: Profile,
  filters: { readonly show?: RegExp; readonly hide?: RegExp },
): Filtered {
  const { show, hide } = filters;
  if (show === undefined && hide === undefined) return { profile, unmatched: [] };
  const { labelSets, strings } = profile;
  const keys = new Set(labelSets.key);
  const matching = (expression: RegExp | undefined): Set<number> =>
    new Set([...keys].filter((key) => expression?.test(strings[key] ?? '') === true));
  const shown = show === undefined ? keys : matching(show);
  const hidden = matching(hide);
  const unmatched: string[] = [];
  if (show !== undefined && shown.size === 0) unmatched.push('TagShow');
  if (hide !== undefined && hidden.size === 0) unmatched.push('TagHide');
  const keep = (key: number): boolean => shown.has(key) && !hidden.has(key);
  return { profile: withLabels(profile, keep), unmatched };
}

function withLabels(profile: Profile, keep: (key: number) => boolean): Profile {
  const { labelSets, samples } = profile;
  const rows = new LabelSetRows();
  const newSet = Int32Array.from({ length: labelSets.length }, (_, set) =>
    rows.add(labelsOf(labelSets, set).filter((label) => keep(label.key))),
  );
  return Object.freeze({
    ...profile,
    labelSets: rows.finish(),
    samples: {
      ...samples,
      labels: samples.labels === null ? null : samples.labels.map((set) => newSet[set] as number),
    },
  });
}

/** The labels of a set as facts. */
export function labelsOf(sets: LabelSetTable, set: number): Label[] {
  const labels: Label[] = [];
  for (let row = sets.start[set] as number; row < (sets.start[set + 1] as number); row++) {
    const text = sets.text[row] as number;
    const key = sets.key[row] as StringIndex;
    if (text >= 0) labels.push({ key, text: text as StringIndex });
    else {
      const unit = sets.unit[row] as StringIndex;
      labels.push({ key, number: sets.number[row] as bigint, unit });
    }
  }
  return labels;
}
