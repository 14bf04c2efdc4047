import { noLabels, none, type ProfileBuilder, type StackIndex } from '../../profile/index.ts';
import { LineDealer } from './line-dealer.ts';
import { addNodeStacks, type NodeStacks } from './node-stacks.ts';
import type { RawProfile } from './raw-profile.ts';

/** Adds the recording: a row per sample with its time and the time until the next. */
export function addRawProfile(builder: ProfileBuilder, raw: RawProfile): void {
  const samples = builder.addValueType('samples', 'count');
  const cpu = builder.addValueType('cpu', 'nanoseconds');
  builder.meta.defaultValueType = cpu;
  const stacks = addNodeStacks(builder, raw.nodes);
  const target = { builder, stacks, samples, cpu };
  if (raw.samples === null || raw.timestamps === null) addHits(raw, target);
  else addSamples(raw, raw.samples, raw.timestamps, target);
}

interface Target {
  readonly builder: ProfileBuilder;
  readonly stacks: NodeStacks;
  readonly samples: ReturnType<ProfileBuilder['addValueType']>;
  readonly cpu: ReturnType<ProfileBuilder['addValueType']>;
}

function addSamples(
  raw: RawProfile,
  samples: Float64Array,
  timestamps: Float64Array,
  target: Target,
): void {
  const { builder, stacks } = target;
  const rowOfId = rowsById(raw.nodes.id.view());
  const dealer = new LineDealer(builder, raw, stacks);
  const order = timeOrder(builder, timestamps);
  for (let next = 0; next < order.length; next++) {
    const sample = order[next] as number;
    const at = timestamps[sample] as number;
    const node = rowOfId(samples[sample] as number);
    if (node < 0)
      builder.diagnostics.count('unknown-node', 'samples name a node that is not there');
    const until = next + 1 < order.length ? timestamps[order[next + 1] as number] : raw.endTime;
    const durationNs = Math.max(0, (until as number) - at) * 1000;
    const stack = node < 0 ? none : dealer.stackOf(node, raw.lines?.[sample] ?? 0);
    const row = builder.addSample(stack, none, noLabels);
    builder.samples.addValue(row, target.samples, 1);
    // An idle thread burns no CPU: it counts as a sample, not as time.
    if (node < 0 || stacks.isIdle[node] === 0) {
      builder.samples.addValue(row, target.cpu, durationNs);
    }
    builder.samples.setTime(row, (at - raw.startTime) * 1000);
  }
}

/** The row of a node id, -1 = none. V8 numbers nodes from 1 without gaps: then a table is enough. */
function rowsById(ids: Float64Array): (id: number) => number {
  const highest = ids.reduce((high, id) => Math.max(high, id), 0);
  if (highest > ids.length * 4) {
    const rows = new Map(Array.from(ids, (id, row) => [id, row]));
    return (id) => rows.get(id) ?? -1;
  }
  const rows = new Int32Array(highest + 1).fill(-1);
  for (const [row, id] of ids.entries()) rows[id] = row;
  return (id) => rows[id] ?? -1;
}

/** The sampling thread may be overtaken, so that deltas go negative: such samples are put in order. */
function timeOrder(builder: ProfileBuilder, timestamps: Float64Array): Int32Array {
  const order = new Int32Array(timestamps.length);
  for (let sample = 0; sample < order.length; sample++) order[sample] = sample;
  let backwards = 0;
  for (let sample = 1; sample < timestamps.length; sample++) {
    if ((timestamps[sample] as number) < (timestamps[sample - 1] as number)) backwards++;
  }
  if (backwards === 0) return order;
  builder.diagnostics.count('time-backwards', 'samples were out of order by time', backwards);
  return order.sort((a, b) => (timestamps[a] as number) - (timestamps[b] as number) || a - b);
}

/** Without samples the hit counts are all there is; each hit stands for an equal part of the time. */
function addHits(raw: RawProfile, target: Target): void {
  const { builder, stacks } = target;
  const { hitCount } = raw.nodes;
  const total = hitCount.view().reduce((sum, hits) => sum + hits, 0);
  const hitNs = total === 0 ? 0 : (Math.max(0, raw.endTime - raw.startTime) * 1000) / total;
  for (let node = 0; node < hitCount.length; node++) {
    const hits = hitCount.at(node);
    if (hits === 0) continue;
    const row = builder.addSample(stacks.stack[node] as StackIndex, none, noLabels);
    builder.samples.addCount(row, hits - 1);
    builder.samples.addValue(row, target.samples, hits);
    if (stacks.isIdle[node] === 0) builder.samples.addValue(row, target.cpu, hits * hitNs);
  }
}
