import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';
import type { JsonReader } from '../../base/json-reader.ts';
import { malformed } from '../../base/tool-error.ts';
import {
  type FrameIndex,
  noLabels,
  none,
  type ProfileBuilder,
  type StackIndex,
  type ThreadIndex,
  type ValueTypeIndex,
} from '../../profile/index.ts';
import type { ProfileIndex } from './file-index.ts';
import type { UnitMeaning } from './units-table.ts';

/** One profile of the file and where its samples go. */
export interface Target {
  readonly builder: ProfileBuilder;
  readonly frames: readonly FrameIndex[];
  readonly thread: ThreadIndex;
  readonly valueType: ValueTypeIndex;
  readonly facts: ProfileIndex;
  readonly meaning: UnitMeaning;
}

/** Adds a sampled profile; the time it covers, 0 when its values are not times. */
export function addSamples(json: JsonReader, target: Target): number {
  const { facts, meaning } = target;
  if (facts.samplesAt < 0) throw malformed(json.section, facts.at, 'samples is missing');
  if (facts.weightsAt < 0) throw malformed(json.section, facts.at, 'weights is missing');
  json.seek(facts.samplesAt);
  const stacks = parseStacks(json, target);
  json.seek(facts.weightsAt);
  const weights = new Float64Builder();
  json.numbers('weights', weights);
  if (weights.length !== stacks.length) {
    const what = `${weights.length} weights for ${stacks.length} samples`;
    throw malformed(json.section, facts.weightsAt, what);
  }
  // The format gives no times, but its samples are in order and its viewer lays them end to end.
  let at = facts.startValue;
  for (let sample = 0; sample < stacks.length; sample++) {
    const weight = weights.at(sample);
    addObservation(target, stacks.at(sample) as StackIndex, weight, at);
    at += weight;
  }
  return meaning.isTime ? modelValue(at - facts.startValue, meaning) : 0;
}

function parseStacks(json: JsonReader, target: Target): Int32Builder {
  const { builder, frames } = target;
  const stacks = new Int32Builder();
  json.beginArray('samples');
  while (json.nextElement()) {
    let stack: StackIndex = none;
    json.beginArray('a sample');
    while (json.nextElement()) {
      const frame = frames[json.index('frame', frames.length)] as FrameIndex;
      stack = builder.addStack(stack, frame);
    }
    stacks.push(stack);
  }
  return stacks;
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
