import { groupBy } from '../base/group-by.ts';
import { compareText } from '../base/text-layout.ts';
import { label } from '../base/units.ts';
import { diffBaseLabel } from '../profile/index.ts';
import { labelsOfSet, labelUnits } from './label-values.ts';
import { meanOf } from './measure.ts';
import type { NodeInfo } from './node-info.ts';
import { type NodeOptions, nodeTable } from './node-table.ts';
import type { ReportContext } from './report.ts';

export interface TraceFrame {
  readonly info: NodeInfo;
  readonly inlined: boolean;
}

/** One sample: its value, its labels and its stack, the leaf first. */
export interface Trace {
  readonly value: number;
  readonly samples: number;
  readonly labels: readonly TraceLabel[];
  readonly frames: readonly TraceFrame[];
}

/** Keys of labels are right-aligned to this width. */
export const labelKeyWidth = 10;

export interface TraceLabel {
  readonly key: string;
  readonly values: readonly string[];
}

/** Every sample that has a stack, in the order of the file; one at a time, there may be millions. */
export function* traces(context: ReportContext, options: NodeOptions): Generator<Trace> {
  const { profile, measure } = context;
  const { samples, stacks } = profile;
  const nodes = nodeTable(profile, options);
  const labelsOf = traceLabels(context);
  for (let row = 0; row < samples.length; row++) {
    const frames: TraceFrame[] = [];
    for (let at = samples.stack[row] as number; at >= 0; at = stacks.parent[at] as number) {
      if (options.noInlines && nodes.inlined[at] === 1) continue;
      const info = nodes.infos[nodes.ofStack[at] as number] as NodeInfo;
      frames.push({ info, inlined: nodes.inlined[at] === 1 });
    }
    if (frames.length === 0) continue;
    yield {
      value: meanOf(measure.values[row] as number, measure.divisors?.[row] ?? 0),
      samples: measure.counts[row] as number,
      labels: labelsOf(samples.labels?.[row] ?? 0),
      frames,
    };
  }
}

/**
 * Text labels first, then numbers; values of one key together. Sorted as they are shown, with the key
 * right-aligned: short keys first, as in pprof.
 */
function traceLabels({ profile }: ReportContext): (set: number) => readonly TraceLabel[] {
  const units = labelUnits(profile);
  const known = new Map<number, readonly TraceLabel[]>();
  return (set) => {
    const found = known.get(set);
    if (found !== undefined) return found;
    const all = labelsOfSet(profile, set).filter(({ key }) => key !== diffBaseLabel);
    const texts = all.filter(({ text }) => text !== null);
    const numbers = all.filter(({ text }) => text === null);
    const labels = [
      ...byKey(texts.map(({ key, text }) => [key, text ?? ''])),
      ...byKey(numbers.map(({ key, number }) => [key, label(Number(number), units.unitOf(key))])),
    ];
    known.set(set, labels);
    return labels;
  };
}

function byKey(pairs: readonly (readonly [string, string])[]): TraceLabel[] {
  const groups = groupBy(pairs, ([key]) => key);
  return Array.from(groups, ([key, list]) => ({
    key,
    values: list.map(([, value]) => value),
  })).sort((a, b) => compareText(a.key.padStart(labelKeyWidth), b.key.padStart(labelKeyWidth)));
}
