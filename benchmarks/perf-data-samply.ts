import type { Benchmark } from './benchmark.ts';
import { samplyContest } from './perf-data-contest.ts';
import { compileRecording } from './perf-recordings.ts';

export const benchmark: Benchmark = {
  name: 'perf-data-samply',
  title: 'perf.data with DWARF stacks → folded stacks, against a profile without names',
  required: 1,
  goal: 0.7,
  theirTool: 'samply',
  prepare: (dir) => Promise.resolve(samplyContest(dir, compileRecording(dir, 31_000))),
};
