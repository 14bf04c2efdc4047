import type { Benchmark } from './benchmark.ts';
import { perfScriptContest } from './perf-data-contest.ts';
import { longCompileRecording } from './perf-recordings.ts';

export const benchmark: Benchmark = {
  name: 'perf-data-large-to-folded',
  title: 'five gigabytes of perf.data → folded stacks, against text without inlined frames',
  required: 0.25,
  goal: 0.17,
  theirTool: 'perf',
  prepare: (dir) => Promise.resolve(perfScriptContest(dir, longCompileRecording(dir))),
};
