import type { Benchmark } from './benchmark.ts';
import { samplyContest } from './perf-data-contest.ts';
import { longCompileRecording } from './perf-recordings.ts';

export const benchmark: Benchmark = {
  name: 'perf-data-large-samply',
  title: 'five gigabytes of perf.data → folded stacks, against a profile without names',
  required: 1,
  goal: 0.7,
  theirTool: 'samply',
  prepare: (dir) => Promise.resolve(samplyContest(dir, longCompileRecording(dir))),
};
