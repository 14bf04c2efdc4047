import * as fc from 'fast-check';
import { zlibCodec } from '../../platform/zlib-codec.ts';
import {
  noLabels,
  none,
  type Profile,
  ProfileBuilder,
  type StackIndex,
} from '../../profile/index.ts';
import { addPath } from '../../profile/testing/picture.ts';
import { Exploration } from '../exploration.ts';
import type { Scope } from '../scope.ts';

export const wholeScope: Scope = {
  file: 0,
  range: null,
  threads: [],
  cpus: [],
  value: '',
  transforms: [],
};

/** One sample: its path from the root, and where and when it was taken. */
export interface TimedSample {
  readonly path: readonly string[];
  readonly thread: number;
  readonly cpu: number;
  readonly timeNs: number;
  readonly value: number;
}

const name: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd', 'e');

/** Short paths over few names, so that they meet and recur; times in no order, some unknown. */
export const timedSamples: fc.Arbitrary<TimedSample[]> = fc.array(
  fc.record({
    path: fc.array(name, { minLength: 0, maxLength: 6 }),
    thread: fc.integer({ min: -1, max: 3 }),
    cpu: fc.integer({ min: -1, max: 2 }),
    timeNs: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 100 }) }, fc.constant(NaN)),
    value: fc.integer({ min: 0, max: 9 }),
  }),
  { maxLength: 60 },
);

/** Threads 0 and 1 are of one process, 2 and 3 of processes of their own. */
export function timelineProfile(samples: readonly TimedSample[]): Profile {
  const builder = new ProfileBuilder();
  const type = builder.addValueType('cpu', 'nanoseconds');
  const threads = [1, 1, 2, 3].map((pid, tid) =>
    builder.addThread({ pid, tid, processName: builder.string(`process ${pid}`) }),
  );
  const stacks = new Map<string, StackIndex>();
  for (const { path, thread, cpu, timeNs, value } of samples) {
    const id = path.join(';');
    const stack = stacks.get(id) ?? addPath(builder, path);
    stacks.set(id, stack);
    const row = builder.addSample(stack, threads[thread] ?? none, noLabels);
    builder.samples.addValue(row, type, value);
    if (!Number.isNaN(timeNs)) builder.samples.setTime(row, timeNs);
    if (cpu >= 0) builder.samples.setCpu(row, cpu);
  }
  return builder.finish();
}

export function explore(profile: Profile): Exploration {
  const exploration = new Exploration(zlibCodec);
  exploration.add({ name: 'x', formatName: 'folded', sizeBytes: 0, profile });
  return exploration;
}
