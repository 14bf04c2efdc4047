import {
  noLabels,
  none,
  type Profile,
  ProfileBuilder,
  type StackIndex,
} from '../../profile/index.ts';
import type { ProfileReader } from '../format.ts';
import { addMainModule, addPlace, type CallPlace, callPlaceOf } from '../v8-call-place.ts';
import { wholeFileReader } from '../whole-file-reader.ts';
import { type HeapTree, parseHeapTree } from './parse-tree.ts';

export function heapprofileReader(): ProfileReader {
  return wholeFileReader('.heapprofile', parseHeapprofile);
}

export function parseHeapprofile(bytes: Uint8Array): Profile {
  const builder = new ProfileBuilder({ aggregate: true });
  addHeapTree(builder, parseHeapTree(bytes));
  return builder.finish();
}

/** Go's names for the same things, so that heaps of both read alike. */
function addHeapTree(builder: ProfileBuilder, { nodes, sampleCounts }: HeapTree): void {
  const samples = sampleCounts === null ? undefined : builder.addValueType('samples', 'count');
  const space = builder.addValueType('inuse_space', 'bytes');
  builder.meta.defaultValueType = space;
  const places = nodes.map(({ callFrame }) => callPlaceOf(callFrame));
  addMainModule(builder, places);
  const stacks = new Int32Array(nodes.length);
  for (const [row, { parent, id, selfBytes }] of nodes.entries()) {
    const above = parent <= 0 ? none : (stacks[parent] as StackIndex);
    const stack = addPlace(builder, above, places[row] as CallPlace, 0);
    stacks[row] = stack;
    const count = sampleCounts?.get(id) ?? 0;
    if (selfBytes === 0 && count === 0) continue;
    const sample = builder.addSample(stack, none, noLabels);
    builder.samples.addValue(sample, space, selfBytes);
    if (samples === undefined) continue;
    builder.samples.addCount(sample, Math.max(0, count - 1));
    builder.samples.addValue(sample, samples, count);
  }
}
