import type { Benchmark } from './benchmark.ts';
import { perfDataContest } from './perf-data-contest.ts';
import { longCompileRecording } from './perf-recordings.ts';
import { samplyImport } from './samply-import.ts';

export const benchmark: Benchmark = {
  name: 'perf-data-large-samply',
  title: 'five gigabytes of perf.data → folded stacks, against a profile without names',
  required: 1,
  goal: 0.7,
  theirTool: 'samply',
  prepare: (dir) => {
    const recording = longCompileRecording(dir);
    const { command, version } = samplyImport(dir, recording.path);
    return Promise.resolve(perfDataContest(dir, recording, command, version));
  },
};
