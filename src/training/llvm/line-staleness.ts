import { type FunctionStaleness, type Staleness, stalenessOf } from '../staleness.ts';
import type { WeightedFunction } from '../weighted-functions.ts';
import type { ImagePlaces } from './image-places.ts';

/** Weights of the places of one function, all of them or where it is inlined into another. */
interface SampledBody {
  readonly outer: string;
  readonly name: string;
  readonly weights: Map<string, number>;
}

/**
 * How much of a sample profile a compiler can no longer use: it finds samples by function and by line within
 * the function, so that a line added inside moves all below it to where they do not belong. No place of a
 * profile tells what stood there, but our profiles list the cold ones of sampled functions too, and the
 * pattern of lines that have code changes with the sources. `now` is the program as built for training.
 */
export function lineStaleness(profile: readonly WeightedFunction[], now: ImagePlaces): Staleness {
  const bodies = profile.flatMap(bodiesOf);
  const comparison: Comparison = {
    now,
    listsCold: bodies.some(({ weights }) => [...weights.values()].includes(0)),
    // gcc's profiles have none, and neither has a program that was built without the flags of training.
    byLineOnly:
      !hasDiscriminators(now.anywhere.values()) ||
      !hasDiscriminators(bodies.map(({ weights }) => weights.keys())),
    own: new Map(
      bodies.filter(({ outer, name }) => name === outer).map((body) => [body.outer, body]),
    ),
  };
  const total = Math.max(
    1,
    bodies.reduce((sum, { weights }) => sum + weightIn(weights), 0),
  );
  const rows = new Map<string, FunctionStaleness>();
  for (const body of bodies) {
    const row = rowOf(body, comparison, total);
    const before = rows.get(body.name);
    const worse = before === undefined || row.lost > before.lost ? row : before;
    const share = row.share + (before?.share ?? 0);
    rows.set(body.name, { ...worse, share, lost: row.lost + (before?.lost ?? 0) });
  }
  return stalenessOf([...rows.values()], null);
}

interface Comparison {
  readonly now: ImagePlaces;
  /** Profiles of other tools may not list lines without samples. */
  readonly listsCold: boolean;
  readonly byLineOnly: boolean;
  /** What is not inlined, by name. */
  readonly own: ReadonlyMap<string, SampledBody>;
}

/** Of the weight, 0…1: what is at lines that a program has, inlined in the same way or in another one. */
export function foundShare(
  profile: readonly WeightedFunction[],
  { anywhere }: ImagePlaces,
): number {
  let [found, total] = [0, 0];
  for (const { name, weights } of profile.flatMap(bodiesOf)) {
    const lines = byLine(anywhere.get(name) ?? [], true);
    for (const [place, weight] of weights) {
      total += weight;
      if (lines.has(lineOf(place))) found += weight;
    }
  }
  return total === 0 ? 0 : found / total;
}

/** The functions that a profile speaks of, those that are inlined too. */
export function sampledNames(profile: readonly WeightedFunction[]): Set<string> {
  return new Set(profile.flatMap(bodiesOf).flatMap(({ outer, name }) => [outer, name]));
}

/** Of `place callee\0place callee\0place` the last callee is whose lines these are. */
function bodiesOf({ name: outer, weights }: WeightedFunction): SampledBody[] {
  const bodies = new Map<string, Map<string, number>>();
  for (const [key, weight] of weights) {
    const path = String(key).split('\0');
    const place = path.pop() ?? '';
    const name = path.at(-1)?.replace(/^\S+ /, '') ?? outer;
    const body = bodies.get(name) ?? new Map<string, number>();
    bodies.set(name, body.set(place, (body.get(place) ?? 0) + weight));
  }
  return Array.from(bodies, ([name, own]) => ({ outer, name, weights: own }));
}

function hasDiscriminators(functions: Iterable<Iterable<string>>): boolean {
  for (const places of functions) {
    for (const place of places) if (place.includes('.')) return true;
  }
  return false;
}

function rowOf(body: SampledBody, comparison: Comparison, total: number): FunctionStaleness {
  const { name, outer, weights } = body;
  const whole = weightIn(weights);
  const row = { name, share: whole / total };
  const { now } = comparison;
  const isInlined = now.within.get(outer)?.has(name) === true;
  if (!isInlined && !now.anywhere.has(name)) {
    return { ...row, lost: whole / total, fate: 'gone', reason: 'it is gone' };
  }
  // Compilers do the same with the same: what is as it was is inlined where it was.
  if (!isInlined && name !== outer && isSame(comparison.own.get(outer), comparison)) {
    const reason = `it is no longer inlined into ${outer}`;
    return { ...row, lost: whole / total, fate: 'changed', reason };
  }
  const range = changedRange(body, comparison);
  let lost = 0;
  for (const [place, weight] of weights) {
    const line = lineOf(place);
    if (range !== undefined && line >= range.first && line <= range.last) lost += weight;
  }
  if (range === undefined || lost === 0) return { ...row, lost: 0, fate: 'kept', reason: '' };
  const reason = `it has changed ${rangeText(range)}`;
  return { ...row, lost: lost / total, fate: 'changed', reason };
}

function isSame(body: SampledBody | undefined, comparison: Comparison): boolean {
  return body === undefined || changedRange(body, comparison) === undefined;
}

function changedRange(
  { outer, name, weights }: SampledBody,
  { now, byLineOnly, listsCold }: Comparison,
): LineRange | undefined {
  const here = now.within.get(outer)?.get(name);
  const before = byLine(weights.keys(), byLineOnly);
  const after = byLine(here ?? now.anywhere.get(name) ?? [], byLineOnly);
  // Compiled by itself or elsewhere, a function has lines that were optimised away where it was sampled.
  return changedLines(before, after, listsCold && here !== undefined);
}

function rangeText({ first, last }: LineRange): string {
  if (last === Number.POSITIVE_INFINITY) return `from its line ${first} on`;
  return first === last ? `in its line ${first}` : `in its lines ${first} to ${last}`;
}

/** Lines count from 0 as in the profile; the discriminators of each as one text. */
type Lines = ReadonlyMap<number, string>;

function byLine(places: Iterable<string>, byLineOnly: boolean): Lines {
  const lines = new Map<number, Set<string>>();
  for (const place of places) {
    const line = lineOf(place);
    const known = lines.get(line) ?? new Set();
    lines.set(line, known.add(byLineOnly ? '' : (place.split('.')[1] ?? '')));
  }
  return new Map(Array.from(lines, ([line, known]) => [line, [...known].sort().join(' ')]));
}

function lineOf(place: string): number {
  return Number.parseInt(place, 10);
}

interface LineRange {
  readonly first: number;
  readonly last: number;
}

/**
 * From the first line that differs on. Where the function is as long as before, up to the last one that does;
 * otherwise lines have moved, and since in a run of equal lines it cannot be seen which is new, from the
 * beginning of the run on.
 */
function changedLines(before: Lines, after: Lines, listsCold: boolean): LineRange | undefined {
  const all = new Set([...before.keys(), ...(listsCold ? after.keys() : [])]);
  const differing = [...all]
    .filter((line) => (listsCold ? before.get(line) !== after.get(line) : !after.has(line)))
    .sort((a, b) => a - b);
  const [first] = differing;
  const last = differing.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (!listsCold || lengthOf(before) === lengthOf(after)) return { first, last };
  const moved = (lengthOf(after) > lengthOf(before) ? after : before).get(first);
  let from = first;
  while (before.has(from - 1) && before.get(from - 1) === moved) from--;
  return { first: from, last: Number.POSITIVE_INFINITY };
}

/** Offsets are of 16 bits, so that lines before the function's own look far away. */
const farAway = 0x8000;

function lengthOf(lines: Lines): number {
  return Math.max(0, ...[...lines.keys()].filter((line) => line < farAway));
}

function weightIn(weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const weight of weights.values()) sum += weight;
  return sum;
}
