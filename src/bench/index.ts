export {
  type BenchFnOptions,
  type BenchFnResult,
  benchFn,
  type Percentiles,
} from './bench-function.ts';
export { type BenchCommand, type BenchPlan, defaultPlan } from './bench-plan.ts';
export { type BenchSurroundings, isIgnored, type Runner, runStep } from './command-runs.ts';
export { type OutputPipe, openOutputPipe } from './output-pipe.ts';
export { combinations, fillIn, type Parameter, parseParameter } from './parameters.ts';
export { type CommandJson, encodeResults, parseResults, type ResultsJson } from './results-file.ts';
export { type BenchProgress, type BenchWatch, runBenchmark } from './run-benchmark.ts';
export { RunThread } from './run-thread.ts';
export { splitWords } from './split-words.ts';
