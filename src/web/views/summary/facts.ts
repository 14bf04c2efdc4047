import type { ProfileSummary } from '../../../analysis/index.ts';
import type { SummaryAnswer } from '../../../explore/index.ts';
import { formatCount, formatShare, formatValue, narrowSpace } from '../../kit/quantity.ts';
import { valueTitle } from '../../kit/value-title.ts';

/** One card: a number with what it is and how it is meant. */
export interface Fact {
  readonly title: string;
  readonly value: string;
  readonly detail: string;
  /** The number behind the value, where a change of it can be told; `unit` is its own. */
  readonly amount?: { readonly value: number; readonly unit: string };
  /** undefined = no judgement. */
  readonly isGood?: boolean;
  readonly tip?: string;
}

/** From here on a loss is worth a warning. */
const limits = { lost: 0.01, cut: 0.05, unnamed: 0.005 };

const samplesTitle = 'Samples';

/** What ran and how far the numbers can be trusted. */
export function factsOf(answer: SummaryAnswer, file: ProfileSummary): readonly Fact[] {
  const { wallNs } = answer.cpu;
  return [
    ...(wallNs > 0 ? [{ title: 'Wall time', ...measured(wallNs, 'nanoseconds'), detail: '' }] : []),
    // Where samples are what is measured, they are said once.
    ...(cost(answer).title === samplesTitle ? [] : [cost(answer)]),
    {
      title: samplesTitle,
      ...counted(answer.wholeSamples),
      detail: [rate(answer, file), file.events.join(', ')].filter((each) => each !== '').join(', '),
    },
    ...health(answer, file),
  ];
}

function cost({ cpu, value, whole }: SummaryAnswer): Fact {
  const { cpuNs, wallNs } = cpu;
  if (cpuNs !== null) {
    const cores = wallNs > 0 ? `${(cpuNs / wallNs).toFixed(2)} cores` : '';
    const tip = 'CPU time over wall time: how many processors were busy on average';
    return { title: 'CPU time', ...measured(cpuNs, 'nanoseconds'), detail: cores, tip };
  }
  return { title: valueTitle(value), ...measured(whole, value.unit), detail: '' };
}

function measured(value: number, unit: string): Pick<Fact, 'value' | 'amount'> {
  return { value: formatValue(value, unit), amount: { value, unit } };
}

function counted(value: number): Pick<Fact, 'value' | 'amount'> {
  return { value: formatCount(value), amount: { value, unit: 'count' } };
}

/** Samples per second of CPU time: by the period if it is a time, else as counted. */
function rate({ cpu, wholeSamples }: SummaryAnswer, { period }: ProfileSummary): string {
  const { cpuNs } = cpu;
  const hertz =
    period !== null && period.unit === 'nanoseconds' && period.value > 0
      ? 1e9 / period.value
      : cpuNs !== null && cpuNs > 0
        ? (wholeSamples / cpuNs) * 1e9
        : 0;
  return hertz > 0 ? `${formatCount(Math.round(hertz))}${narrowSpace}Hz` : '';
}

function health(answer: SummaryAnswer, { health: of, samples }: ProfileSummary): Fact[] {
  const { lostSamples, truncatedStacks, throttled } = of;
  const { missing, whole } = answer;
  const lost = lostSamples / Math.max(1, lostSamples + samples);
  const cut = truncatedStacks / Math.max(1, samples);
  const unnamed = whole > 0 ? missing.value / whole : 0;
  return [
    {
      title: 'Lost',
      ...counted(lostSamples),
      detail: lostSamples === 0 ? '' : formatShare(lost),
      isGood: lost < limits.lost,
      tip: 'Samples that the recorder could not keep',
    },
    {
      title: 'Cut stacks',
      ...counted(truncatedStacks),
      detail: truncatedStacks === 0 ? '' : formatShare(cut),
      isGood: cut < limits.cut,
      tip: 'Stacks whose outer callers are unknown',
    },
    {
      title: 'Without symbols',
      value: unnamed === 0 ? '0' : formatShare(unnamed),
      detail: unnamed === 0 ? '' : missing.module,
      isGood: unnamed < limits.unnamed,
      tip: 'Share that ran in functions whose names are unknown, and the image with most of it',
    },
    ...(throttled === 0
      ? []
      : [
          {
            title: 'Throttled',
            ...counted(throttled),
            detail: 'times',
            isGood: false,
            tip: 'How often the kernel paused sampling',
          },
        ]),
  ];
}

/** A loss with its count and what it biases. */
export interface Loss {
  readonly code: string;
  readonly count: number;
  readonly message: string;
}

export function lossesOf({ health }: ProfileSummary): readonly Loss[] {
  const { lostSamples, throttled, truncatedStacks, diagnostics } = health;
  const own: Loss[] = [
    { code: 'lost', count: lostSamples, message: 'samples were lost while recording' },
    { code: 'throttled', count: throttled, message: 'times the kernel throttled sampling' },
    { code: 'cut', count: truncatedStacks, message: 'stacks are cut short' },
  ];
  return [...own.filter(({ count }) => count > 0), ...diagnostics];
}
