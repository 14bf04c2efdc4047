import type { Benchmark } from './benchmark.ts';
import { symbolizeContest } from './symbolize-contest.ts';

/** Functions, inlined functions and lines of many addresses. */
export const benchmark: Benchmark = {
  name: 'symbolize',
  title: '20 000 addresses to inlined functions',
  required: 1,
  goal: 0.5,
  theirTool: 'llvm-symbolizer',
  prepare: (dir) => symbolizeContest(dir, 20_000),
};
