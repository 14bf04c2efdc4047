import type { Benchmark } from './benchmark.ts';
import { symbolizeContest } from './symbolize-contest.ts';

/** A small job, where starting and reading only what is needed decide. */
export const benchmark: Benchmark = {
  name: 'symbolize-few',
  title: '500 addresses to inlined functions',
  required: 1,
  goal: 0.5,
  theirTool: 'llvm-symbolizer',
  prepare: (dir) => symbolizeContest(dir, 500),
};
