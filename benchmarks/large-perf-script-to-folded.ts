import type { Benchmark } from './benchmark.ts';
import { perfScriptContest } from './perf-script-contest.ts';

/** Where starting the program no longer counts. */
export const benchmark: Benchmark = {
  name: 'large-perf-script-to-folded',
  title: 'a gigabyte of perf script text → folded stacks',
  required: 1.0,
  goal: 0.7,
  theirTool: 'inferno-collapse-perf',
  prepare: (dir) => perfScriptContest(dir, 1_000_000_000),
};
