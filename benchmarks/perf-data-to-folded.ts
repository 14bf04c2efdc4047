import type { Benchmark } from './benchmark.ts';
import { perfScriptContest } from './perf-data-contest.ts';
import { compileRecording } from './perf-recordings.ts';

export const benchmark: Benchmark = {
  name: 'perf-data-to-folded',
  title: 'perf.data with DWARF stacks → folded stacks, against text without inlined frames',
  required: 0.25,
  goal: 0.17,
  theirTool: 'perf',
  prepare: (dir) => Promise.resolve(perfScriptContest(dir, compileRecording(dir, 31_000))),
};
