export { type BenchCommand, type BenchPlan, defaultPlan } from './bench-plan.ts';
export { combinations, fillIn, type Parameter, parseParameter } from './parameters.ts';
export { type CommandJson, encodeResults, parseResults, type ResultsJson } from './results-file.ts';
export { type BenchProgress, type Runner, runBenchmark } from './run-benchmark.ts';
export { RunThread } from './run-thread.ts';
export { splitWords } from './split-words.ts';
