import type { Benchmark } from './benchmark.ts';
import { perfDataContest } from './perf-data-contest.ts';
import { compileRecording } from './perf-recordings.ts';
import { samplyImport } from './samply-import.ts';

export const benchmark: Benchmark = {
  name: 'perf-data-samply',
  title: 'perf.data with DWARF stacks → folded stacks, against a profile without names',
  required: 1,
  goal: 0.7,
  theirTool: 'samply',
  prepare: (dir) => {
    const recording = compileRecording(dir, 31_000);
    const { command, version } = samplyImport(dir, recording.path);
    return Promise.resolve(perfDataContest(dir, recording, command, version));
  },
};
