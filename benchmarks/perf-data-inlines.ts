import type { Benchmark } from './benchmark.ts';
import { perfDataContest } from './perf-data-contest.ts';
import { inlineRecording, perfVersion } from './perf-recordings.ts';

export const benchmark: Benchmark = {
  name: 'perf-data-inlines',
  title: 'perf.data of C++ with debug info → folded stacks with inlined frames',
  required: 0.05,
  goal: 0.02,
  theirTool: 'perf',
  prepare: (dir) => {
    const recording = inlineRecording(dir);
    const script = { argv: ['perf', 'script', '-i', recording.path] };
    return Promise.resolve(perfDataContest(dir, recording, script, perfVersion()));
  },
};
