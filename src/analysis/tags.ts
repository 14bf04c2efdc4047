import { compareText } from '../base/text-layout.ts';
import { scaledLabel } from '../base/units.ts';
import { diffBaseLabel, textAt } from '../profile/index.ts';
import { labelsOfSet, labelUnits } from './label-values.ts';
import type { ReportContext } from './report.ts';

export interface TagValue {
  readonly value: string;
  readonly weight: number;
  readonly samples: number;
}

/** A label key, how much of the profile carries it, and its values by weight. */
export interface Tag {
  readonly key: string;
  readonly weight: number;
  readonly samples: number;
  readonly values: readonly TagValue[];
}

/**
 * All labels of the profile with their weights. Threads and processes are columns of the model and
 * appear as the keys `process` and `thread`, unless the file itself writes them as labels.
 */
export function tagsOf(context: ReportContext): Tag[] {
  const sums = new TagSums();
  const { profile, measure } = context;
  const { samples } = profile;
  const pairsOfSet = labelPairs(context);
  const pairsOfThread = threadPairs(context);
  for (let row = 0; row < samples.length; row++) {
    const weight = measure.values[row] as number;
    const count = weight === 0 ? 0 : (measure.counts[row] as number);
    for (const [key, value] of pairsOfSet(samples.labels?.[row] ?? 0)) {
      sums.add(key, value, weight, count);
    }
    for (const [key, value] of pairsOfThread(samples.thread?.[row] ?? -1)) {
      sums.add(key, value, weight, count);
    }
  }
  return sums.list();
}

type Pair = readonly [key: string, value: string];

/** Label sets as pairs of texts, each set worked out once. */
function labelPairs({ profile, unit }: ReportContext): (set: number) => readonly Pair[] {
  const units = labelUnits(profile);
  return remembered((set) =>
    labelsOfSet(profile, set)
      .filter((label) => label.key !== diffBaseLabel)
      .map((label): Pair => {
        const text = label.text ?? scaledLabel(Number(label.number), units.unitOf(label.key), unit);
        return [label.key, text];
      }),
  );
}

/** Keys by which pprof files name the thread and process of a sample. */
const taskLabelKeys = ['process', 'comm', 'pid', 'thread', 'thread_comm', 'tid'];

function threadPairs({ profile }: ReportContext): (thread: number) => readonly Pair[] {
  const { threads, labelSets } = profile;
  const keys = new Set(Array.from(labelSets.key, (key) => textAt(profile, key)));
  const hasLabels = taskLabelKeys.some((key) => keys.has(key));
  return remembered((thread) => {
    if (thread < 0 || hasLabels) return [];
    const process = textAt(profile, threads.processName[thread] as number);
    const name = textAt(profile, threads.threadName[thread] as number);
    const [pid, tid] = [threads.pid[thread] as number, threads.tid[thread] as number];
    const pairs: Pair[] = [];
    if (process !== '' || pid >= 0) pairs.push(['process', nameAndNumber(process, pid)]);
    if (name !== '' || tid >= 0) pairs.push(['thread', nameAndNumber(name, tid)]);
    return pairs;
  });
}

function nameAndNumber(name: string, number: number): string {
  if (number < 0) return name;
  return name === '' ? String(number) : `${name} (${number})`;
}

function remembered<Value>(compute: (key: number) => Value): (key: number) => Value {
  const known = new Map<number, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

interface Sum {
  weight: number;
  samples: number;
}

class TagSums {
  readonly #keys = new Map<string, { sum: Sum; values: Map<string, Sum> }>();

  add(key: string, value: string, weight: number, samples: number): void {
    let entry = this.#keys.get(key);
    if (entry === undefined) {
      entry = { sum: { weight: 0, samples: 0 }, values: new Map() };
      this.#keys.set(key, entry);
    }
    let sum = entry.values.get(value);
    if (sum === undefined) {
      sum = { weight: 0, samples: 0 };
      entry.values.set(value, sum);
    }
    for (const each of [entry.sum, sum]) {
      each.weight += weight;
      each.samples += samples;
    }
  }

  list(): Tag[] {
    const tags = Array.from(this.#keys, ([key, { sum, values }]) => ({
      key,
      ...sum,
      values: Array.from(values, ([value, own]) => ({ value, ...own })).sort(
        (a, b) => Math.abs(b.weight) - Math.abs(a.weight) || compareText(a.value, b.value),
      ),
    }));
    return tags.sort((a, b) => compareText(a.key, b.key));
  }
}
