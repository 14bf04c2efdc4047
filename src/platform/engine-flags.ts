import { setFlagsFromString } from 'node:v8';

/**
 * Tunes V8 for work that lasts about a second and keeps every core busy: its compiler, which then
 * takes cores from the work, inlines less and starts later. Measured with the benchmark
 * perf-script-to-folded on two cores: 15 % less processor time. Unknown flags would be ignored.
 */
export function preferQuickCompilation(): void {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
  setFlagsFromString('--interrupt-budget=200000');
}
