import type { Benchmark } from './benchmark.ts';
import { perfDataContest } from './perf-data-contest.ts';
import { compileRecording, perfVersion } from './perf-recordings.ts';

export const benchmark: Benchmark = {
  name: 'perf-data-to-folded',
  title: 'perf.data with DWARF stacks → folded stacks, against text without inlined frames',
  required: 0.25,
  goal: 0.17,
  theirTool: 'perf',
  prepare: (dir) => {
    const recording = compileRecording(dir, 31_000);
    const script = { argv: ['perf', 'script', '--no-inline', '-i', recording.path] };
    return Promise.resolve(perfDataContest(dir, recording, script, `${perfVersion()} --no-inline`));
  },
};
