import { type Profile, textAt } from '../profile/index.ts';

/** One label of a set: a text, or a number in a unit. */
export interface LabelValue {
  readonly key: string;
  readonly text: string | null;
  readonly number: bigint;
  readonly unit: string;
}

export function labelsOfSet(profile: Profile, set: number): LabelValue[] {
  const { labelSets } = profile;
  const labels: LabelValue[] = [];
  for (let at = labelSets.start[set] as number; at < (labelSets.start[set + 1] as number); at++) {
    const text = labelSets.text[at] as number;
    labels.push({
      key: textAt(profile, labelSets.key[at] as number),
      text: text < 0 ? null : textAt(profile, text),
      number: labelSets.number[at] as bigint,
      unit: textAt(profile, labelSets.unit[at] as number),
    });
  }
  return labels;
}

/** Units of numeric labels, one per key. */
export interface LabelUnits {
  unitOf(key: string): string;
  /** Keys whose values came in more than one unit, with the units that are not used. */
  readonly mixed: readonly { readonly key: string; readonly unused: readonly string[] }[];
}

/** The first unit seen for a key counts; without any, the key itself says what it is. */
export function labelUnits(profile: Profile): LabelUnits {
  const units = new Map<string, string>();
  const unused = new Map<string, Set<string>>();
  for (const set of labelSetsInUse(profile)) {
    for (const { key, text, unit } of labelsOfSet(profile, set)) {
      if (text !== null || unit === '') continue;
      const chosen = units.get(key);
      if (chosen === undefined) units.set(key, unit);
      else if (chosen !== unit) unused.set(key, (unused.get(key) ?? new Set()).add(unit));
    }
  }
  return {
    unitOf: (key) => units.get(key) ?? (key === 'alignment' || key === 'request' ? 'bytes' : key),
    mixed: Array.from(unused, ([key, set]) => ({ key, unused: Array.from(set).sort() })),
  };
}

/** The label sets of samples, in the order in which samples mention them. */
function labelSetsInUse({ samples, labelSets }: Profile): number[] {
  const seen = new Uint8Array(labelSets.length);
  const sets: number[] = [];
  for (const set of samples.labels ?? []) {
    if (seen[set] === 1) continue;
    seen[set] = 1;
    sets.push(set);
  }
  return sets;
}
