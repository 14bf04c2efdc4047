import type { Benchmark } from './benchmark.ts';
import { namelessContest } from './perf-data-contest.ts';
import { compileRecording } from './perf-recordings.ts';
import { samplyImport } from './samply-import.ts';

/** The same work on both sides: unwind every sample, look up no name, write a compressed profile. */
export const benchmark: Benchmark = {
  name: 'perf-data-samply-nameless',
  title: 'perf.data with DWARF stacks → a profile without names',
  required: 1,
  goal: 0.7,
  theirTool: 'samply',
  prepare: (dir) => {
    const recording = compileRecording(dir, 31_000);
    const { command, version } = samplyImport(dir, recording.path);
    return Promise.resolve(namelessContest(dir, recording, command, version));
  },
};
