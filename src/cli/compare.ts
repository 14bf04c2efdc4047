import type { Command } from 'commander';
import type { BenchMeasured } from '../analysis/index.ts';
import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { addBenchOutputFlags, type BenchOutputFlags, writeBench } from './bench-output.ts';
import { readResults } from './bench-results.ts';
import { addExamples } from './examples.ts';

export function defineCompare(command: Command, host: Host): void {
  command
    .argument('<base>', 'results of plateau bench --save, or of hyperfine --export-json')
    .argument('<new...>', 'results to compare with them');
  addBenchOutputFlags(command);
  addExamples(command, [
    ['plateau compare old.json new.json', 'faster, slower, no difference, or inconclusive'],
    ['plateau compare old.json new.json --fail-on slower', 'for a build that must not get slower'],
  ]);
  command.action(async (base: string, others: readonly string[], flags: BenchOutputFlags) => {
    const results = await Promise.all([base, ...others].map(readResults));
    await writeBench(host, flags, sideBySide(results));
  });
}

/** Commands of one name are compared with the base's; without such a pair the first ones are. */
function sideBySide([base, ...others]: readonly BenchMeasured[]): BenchMeasured {
  const [first] = base?.series ?? [];
  if (base === undefined || first === undefined) throw new ToolError('no-data', 'no results');
  const series = others.flatMap((results) => {
    const same = results.series.filter(({ name }) => name === first.name);
    return same.length > 0 ? same : results.series.slice(0, 1);
  });
  return {
    ...base,
    again: null,
    series: [first, ...series].map((each, at) => ({
      ...each,
      name: `${each.name} (${at === 0 ? 'base' : 'new'})`,
    })),
  };
}
