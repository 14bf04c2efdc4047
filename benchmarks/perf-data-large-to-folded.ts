import type { Benchmark } from './benchmark.ts';
import { perfScriptContest } from './perf-data-contest.ts';
import { compileRecording } from './perf-recordings.ts';

export const benchmark: Benchmark = {
  name: 'perf-data-large-to-folded',
  title: 'five gigabytes of perf.data → folded stacks, against text without inlined frames',
  required: 0.25,
  goal: 0.17,
  theirTool: 'perf',
  prepare: (dir) => {
    const size = { stackBytes: 32_768, frequencyHz: 4999 };
    return Promise.resolve(perfScriptContest(dir, compileRecording(dir, 155_000, size)));
  },
};
