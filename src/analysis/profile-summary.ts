import { type Health, type Profile, sampleCounts, textAt } from '../profile/index.ts';

/** What a profile holds, for `info`. */
export interface ProfileSummary {
  readonly producer: string;
  /** What the recorder and others left in the file; a leading # keeps them out of reports. */
  readonly comments: readonly string[];
  readonly host: string;
  readonly command: string;
  readonly startEpochNs: bigint;
  readonly durationNs: number;
  readonly period: { readonly value: number; readonly name: string; readonly unit: string } | null;
  readonly events: readonly string[];
  readonly valueTypes: readonly ValueTypeSummary[];
  readonly samples: number;
  readonly sampleRows: number;
  readonly stacks: number;
  readonly frames: number;
  readonly functions: number;
  readonly deepestStack: number;
  readonly threads: number;
  readonly processes: readonly string[];
  readonly cpus: number;
  readonly labelKeys: readonly string[];
  readonly modules: readonly ModuleSummary[];
  readonly symbols: SymbolSummary;
  readonly markers: number;
  readonly embeddedSources: number;
  readonly health: Health;
}

export interface ValueTypeSummary {
  readonly name: string;
  readonly unit: string;
  /** Sum of |value|. */
  readonly total: number;
  readonly isDefault: boolean;
}

export interface ModuleSummary {
  readonly file: string;
  readonly buildId: string;
}

/** How many frames know their function and their line. */
export interface SymbolSummary {
  readonly frames: number;
  readonly withFunction: number;
  readonly withLine: number;
  readonly inlined: number;
}

/** What a caller may have found out already: each saves a pass over all samples. */
export interface KnownOfSamples {
  /** How many different stacks they have; none at all is one. */
  readonly stacks?: number;
  /** From the first to the last. */
  readonly spanNs?: number;
  /** How many processors they name. */
  readonly cpus?: number;
}

export function profileSummary(
  profile: Profile,
  defaultType: number,
  known: KnownOfSamples = {},
): ProfileSummary {
  const { meta, samples, frames, functions, threads } = profile;
  const period = meta.periodType;
  return {
    producer: meta.producer,
    comments: meta.comments,
    host: meta.host,
    command: meta.command,
    startEpochNs: meta.startEpochNs,
    durationNs: meta.durationNs > 0 ? meta.durationNs : (known.spanNs ?? timeSpan(profile)),
    period: period === null ? null : { value: meta.period, ...period },
    events: meta.events,
    valueTypes: profile.valueTypes.map((type, index) => ({
      ...type,
      total: absoluteSum(samples.values[index] ?? new Float64Array(0)),
      isDefault: index === defaultType,
    })),
    samples: countedSamples(profile),
    sampleRows: samples.length,
    stacks: known.stacks ?? distinctNumbers(samples.stack),
    frames: frames.length,
    functions: functions.length,
    deepestStack: deepestStack(profile),
    threads: threads.length,
    processes: distinct(threads.processName, profile),
    cpus: known.cpus ?? usedNumbers(samples.cpu ?? new Int32Array(0)).length,
    labelKeys: distinct(profile.labelSets.key, profile),
    modules: modules(profile),
    symbols: symbols(profile),
    markers: profile.markers.length,
    embeddedSources: profile.sources.length,
    health: meta.health,
  };
}

/** Hot where samples are millions: plain loops, and no column of ones. */
function countedSamples(profile: Profile): number {
  const { samples, valueTypes } = profile;
  const isCounted = valueTypes.some(({ name, unit }) => name === 'samples' && unit === 'count');
  if (samples.count === null && !isCounted) return samples.length;
  const counts = sampleCounts(profile);
  let sum = 0;
  for (let row = 0; row < counts.length; row++) sum += counts[row] as number;
  return sum;
}

function absoluteSum(column: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < column.length; row++) sum += Math.abs(column[row] as number);
  return sum;
}

/** How many different numbers a column of row numbers holds; -1 (none) is one. */
function distinctNumbers(column: Int32Array): number {
  return usedNumbers(column).length + (column.includes(-1) ? 1 : 0);
}

/** The numbers from 0 on that occur in a column, ascending. */
export function usedNumbers(column: Int32Array): number[] {
  let isUsed = new Uint8Array(1024);
  // Most machines have no more processors than a word has bits.
  let small = 0;
  for (let row = 0; row < column.length; row++) {
    const number = column[row] as number;
    if (number >>> 5 === 0) {
      small |= 1 << number;
      continue;
    }
    if (number < 0) continue;
    if (number >= isUsed.length) {
      // A processor of number two thousand million is a lie that must not cost memory.
      if (number >= mostMarks) return distinctOf(column);
      const larger = new Uint8Array(Math.max(number + 1, isUsed.length * 2));
      larger.set(isUsed);
      isUsed = larger;
    }
    isUsed[number] = 1;
  }
  for (let number = 0; number < 32; number++) isUsed[number] = (small >>> number) & 1;
  const used: number[] = [];
  for (let number = 0; number < isUsed.length; number++)
    if (isUsed[number] === 1) used.push(number);
  return used;
}

const mostMarks = 1 << 28;

function distinctOf(column: Int32Array): number[] {
  return [...new Set(column)].filter((number) => number >= 0).sort((a, b) => a - b);
}

function deepestStack({ stacks: { parent } }: Profile): number {
  const depth = new Int32Array(parent.length);
  let deepest = 0;
  for (let at = 0; at < depth.length; at++) {
    const up = parent[at] as number;
    const own = up < 0 ? 1 : (depth[up] as number) + 1;
    depth[at] = own;
    if (own > deepest) deepest = own;
  }
  return deepest;
}

/** From the first to the last sample, where the file does not say how long it recorded. */
function timeSpan({ samples: { timeNs } }: Profile): number {
  let [first, last] = [Infinity, -Infinity];
  const times = timeNs ?? new Float64Array(0);
  for (let row = 0; row < times.length; row++) {
    const time = times[row] as number;
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return last > first ? last - first : 0;
}

function distinct(column: Int32Array, profile: Profile): string[] {
  return Array.from(new Set(column), (index) => textAt(profile, index)).filter(
    (text) => text !== '',
  );
}

function modules(profile: Profile): ModuleSummary[] {
  const { mappings } = profile;
  const known = new Map<string, ModuleSummary>();
  for (let row = 0; row < mappings.length; row++) {
    const file = textAt(profile, mappings.file[row] as number);
    const buildId = textAt(profile, mappings.buildId[row] as number);
    if (file !== '' || buildId !== '') known.set(`${file}\0${buildId}`, { file, buildId });
  }
  return Array.from(known.values());
}

function symbols({ frames }: Profile): SymbolSummary {
  const count = { withFunction: 0, withLine: 0, inlined: 0 };
  for (let row = 0; row < frames.length; row++) {
    if ((frames.function[row] as number) >= 0) count.withFunction++;
    if ((frames.line[row] as number) > 0) count.withLine++;
    if ((frames.inlineDepth[row] as number) > 0) count.inlined++;
  }
  return { frames: frames.length, ...count };
}
