import { malformed } from '../../base/tool-error.ts';
import {
  type FrameIndex,
  noLabels,
  type ProfileBuilder,
  type StackIndex,
  type ThreadIndex,
  type ValueTypeIndex,
} from '../../profile/index.ts';
import type { ProfileDraft } from './profile-draft.ts';
import type { UnitMeaning } from './units-table.ts';

/** One profile of the file and where its samples go. */
export interface Target {
  readonly builder: ProfileBuilder;
  readonly frames: readonly FrameIndex[];
  readonly thread: ThreadIndex;
  readonly valueType: ValueTypeIndex;
  readonly draft: ProfileDraft;
  readonly meaning: UnitMeaning;
}

/** Adds a sampled profile; the time it covers, 0 when its values are not times. */
export function addSamples(section: string, target: Target): number {
  const { draft, meaning } = target;
  const { stacks, weights } = draft;
  if (stacks === undefined) throw malformed(section, draft.offset, 'samples is missing');
  if (weights === undefined) throw malformed(section, draft.offset, 'weights is missing');
  if (weights.length !== stacks.length) {
    const what = `${weights.length} weights for ${stacks.length} samples`;
    throw malformed(section, draft.offset, what);
  }
  // The format gives no times, but its samples are in order and its viewer lays them end to end.
  let at = draft.startValue;
  for (let sample = 0; sample < stacks.length; sample++) {
    const weight = weights.at(sample);
    addObservation(target, stacks.at(sample) as StackIndex, weight, at);
    at += weight;
  }
  return meaning.isTime ? modelValue(at - draft.startValue, meaning) : 0;
}

/** One row: `weight` and `at` are in the unit of the file. */
export function addObservation(
  target: Target,
  stack: StackIndex,
  weight: number,
  at: number,
): void {
  const { builder, meaning } = target;
  const row = builder.addSample(stack, target.thread, noLabels);
  const value = modelValue(weight, meaning);
  builder.samples.addValue(row, target.valueType, value);
  if (meaning.isTime) builder.samples.setTime(row, modelValue(at, meaning));
  // A plain weight is a number of samples, as it is in folded stacks.
  else if (meaning.valueType.name === 'samples' && weight !== 1) {
    builder.samples.addCount(row, value - 1);
  }
}

/** Times written in seconds or milliseconds are whole nanoseconds but for the rounding of doubles. */
export function modelValue(value: number, meaning: UnitMeaning): number {
  if (meaning.factor === 1) return value;
  const scaled = value * meaning.factor;
  const whole = Math.round(scaled);
  return Math.abs(scaled - whole) < 1e-3 ? whole : scaled;
}
