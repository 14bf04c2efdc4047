import { formatPValue } from '../../render/flame-svg/quantity.ts';
import { asSpeed } from '../../render/results/forest-layout.ts';
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
    workloads.map((each) => {
      const item = itemOf(each, hasGroups ? target : '');
      // A group of one is a heading without a list: the name says both.
      return hasGroups || compared.length < 2 ? item : { ...item, name: `${target}: ${item.name}` };
    }),
  );
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
    row: asSpeed(result),
    missing: '',
    control,
    card: [
      ['Median time', times],
      ['Measured', metric === 'cpu' ? 'CPU time' : 'wall time'],
      ['Runs of each', String(runs)],
      ['Chance alone', formatPValue(pValue)],
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
