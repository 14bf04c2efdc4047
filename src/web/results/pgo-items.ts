import { formatPValue } from '../../base/quantity.ts';
import { asSpeed, marginInterval } from '../../render/results/forest-layout.ts';
import type {
  PgoPageRatio,
  PgoPageReport,
  PgoPageWorkload,
} from '../../render/results/pgo-page.ts';
import { formatValue, narrowSpace } from '../kit/quantity.ts';
import type { ForestItem } from './forest-chart.tsx';

/** A row per held-out workload, grouped by target. */
export function pgoItems({ targets }: PgoPageReport): ForestItem[] {
  const compared = targets.filter(({ workloads }) => workloads.length > 0);
  const hasGroups = compared.length > 1 && compared.some(({ workloads }) => workloads.length > 1);
  return compared.flatMap(({ target, workloads }) =>
    workloads.flatMap((each) => {
      const item = itemOf(each, hasGroups ? target : '');
      const bolt = boltItem(each, hasGroups ? target : '');
      // A group of one is a heading without a list: the name says both.
      const own =
        hasGroups || compared.length < 2 ? item : { ...item, name: `${target}: ${item.name}` };
      return bolt === null ? [own] : [own, bolt];
    }),
  );
}

/** What BOLT did to the program that the compiler had optimised already; null where it did nothing. */
function boltItem(
  { workload, bolt, margin, failure }: PgoPageWorkload,
  group: string,
): ForestItem | null {
  if (bolt == null || failure !== null) return null;
  const row = asSpeed({ ...bolt, noiseFloor: null, alike: marginInterval(margin) });
  return {
    name: `BOLT on ${workload}`,
    group,
    detail: 'over the compiler’s optimised program',
    word: bolt.verdict,
    row,
    missing: '',
    control: null,
    card: [['BOLT over the compiler', speedText(row)]],
    note: 'Part of the speed above, not beside it.',
  };
}

function itemOf(result: PgoPageWorkload, group: string): ForestItem {
  const { workload, verdict, baselineNs, optimisedNs, metric, runs, pValue, failure } = result;
  const plain = { name: workload, group, note: '' };
  if (failure !== null) {
    return {
      ...plain,
      detail: '',
      word: '',
      row: null,
      missing: `not compared: ${failure}`,
      control: null,
      card: [],
    };
  }
  const times = `${formatValue(baselineNs, 'nanoseconds')} → ${formatValue(optimisedNs, 'nanoseconds')}`;
  const noise = result.noiseFloor && asSpeed({ ...result, interval: result.noiseFloor }).interval;
  const control = result.control == null ? null : asSpeed({ ...result.control, noiseFloor: null });
  const profile = result.control?.profile ?? null;
  const overFlags = profile === null ? null : asSpeed({ ...profile, noiseFloor: null });
  return {
    ...plain,
    detail: `${times} ${metric === 'cpu' ? 'CPU' : 'wall'}`,
    word: verdict,
    row: asSpeed({ ...result, alike: marginInterval(result.margin) }),
    missing: '',
    control,
    card: [
      ['Median time', times],
      ['Measured', metric === 'cpu' ? 'CPU time' : 'wall time'],
      ['Runs of each', String(runs)],
      ['Chance alone', formatPValue(pValue)],
      ...(result.margin == null
        ? []
        : [['No difference', `within ${Number((result.margin * 100).toFixed(2))} %`] as const]),
      ...(noise === null
        ? []
        : [
            [
              'Baseline against itself',
              `${noise.low.toFixed(3)}–${noise.high.toFixed(3)}`,
            ] as const,
          ]),
      ...(control === null ? [] : [['Without the profile', speedText(control)] as const]),
      ...(overFlags === null ? [] : [['The profile over that', speedText(overFlags)] as const]),
    ],
    note:
      result.moreRuns === null ? '' : `About ${result.moreRuns} more runs of each would decide.`,
  };
}

function speedText({ ratio, interval }: Pick<PgoPageRatio, 'ratio' | 'interval'>): string {
  return `${ratio.toFixed(3)}${narrowSpace}× (${interval.low.toFixed(3)}–${interval.high.toFixed(3)})`;
}
