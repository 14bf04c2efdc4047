import { type Command, Option } from 'commander';
import type { BenchMeasured, RunSeries } from '../analysis/index.ts';
import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { addBenchFlags } from './bench-flags.ts';
import { addBenchOutputFlags, writeBench } from './bench-output.ts';
import { machinesOf, readResults } from './bench-results.ts';
import type { CompareProfileFlags } from './compare-profile.ts';
import { parseCount } from './count-value.ts';
import { addExamples } from './examples.ts';
import { parseFrequency } from './recording-values.ts';

interface CompareFlags extends CompareProfileFlags {
  readonly profile?: true;
}

const profileGroup = 'Record while comparing:';
const defaultRows = 15;

export function defineCompare(command: Command, host: Host): void {
  command
    .argument('<base>', 'results of plateau bench --save, or of hyperfine --export-json')
    .argument('<new...>', 'results to compare with them; commands with --profile')
    .addOption(
      new Option('--profile', 'base and new are commands: time them, and record both').helpGroup(
        profileGroup,
      ),
    )
    .addOption(
      new Option('-F, --frequency <hz>', 'samples per second and thread, or max (default: 999)')
        .argParser(parseFrequency)
        .helpGroup(profileGroup),
    )
    .addOption(
      new Option('--nodecount <number>', 'at most so many functions; 0 = all')
        .argParser(parseCount)
        .default(defaultRows)
        .helpGroup(profileGroup),
    );
  addBenchFlags(command);
  addBenchOutputFlags(command);
  addExamples(command, [
    ['plateau compare old.json new.json', 'faster, slower, no difference, or inconclusive'],
    ['plateau compare old.json new.json --fail-on slower', 'for a build that must not get slower'],
    ["plateau compare --profile './old input' './new input'", 'and which functions made it so'],
  ]);
  command.action(async (base: string, others: readonly string[], flags: CompareFlags) => {
    if (flags.profile === true) {
      // Recording is most of Plateau; comparing files starts without it.
      const { compareProfiles } = await import('./compare-profile.ts');
      return await compareProfiles(host, [base, ...others], flags);
    }
    const results = await Promise.all([base, ...others].map(readResults));
    await writeBench(host, flags, sideBySide(results));
  });
}

/** Commands of one name are compared with the base's; where no name is in both, the first ones are. */
function sideBySide([base, ...others]: readonly BenchMeasured[]): BenchMeasured {
  const [first] = base?.series ?? [];
  if (base === undefined || first === undefined) {
    throw new ToolError('no-data', 'the results hold no runs', {
      hint: 'measure again: plateau bench COMMAND --save FILE',
    });
  }
  const series: RunSeries[] = [];
  const add = (before: RunSeries, after: readonly RunSeries[]): void => {
    if (after.length === 0) return;
    const against = series.length;
    series.push({ ...before, name: `${before.name} (base)`, against });
    for (const each of after) series.push({ ...each, name: `${each.name} (new)`, against });
  };
  for (const before of base.series) {
    add(
      before,
      others.flatMap((results) => results.series.filter(({ name }) => name === before.name)),
    );
  }
  if (series.length === 0) {
    add(
      first,
      others.flatMap((results) => results.series.slice(0, 1)),
    );
  }
  const { metric, margin, seed } = base;
  const machines = machinesOf([base, ...others]);
  return { metric, margin, seed, again: null, series, isApart: true, ...machines };
}
