import type { Benchmark } from './benchmark.ts';
import { perfScriptContest } from './perf-script-contest.ts';

export const benchmark: Benchmark = {
  name: 'perf-script-to-folded',
  title: 'perf script text → folded stacks',
  required: 1.5,
  goal: 1.0,
  theirTool: 'inferno-collapse-perf',
  prepare: (dir) => perfScriptContest(dir, 220_000_000),
};
