import {
  costGraph,
  defaultNodeOptions,
  measureOf,
  noTrimming,
  reportTotal,
  resolveValueType,
  type TopRow,
  topRows,
} from '../analysis/index.ts';
import { terminalSafe } from '../base/terminal-text.ts';
import { alignColumns } from '../base/text-layout.ts';
import type { Profile } from '../profile/index.ts';
import type { Colors } from './colors.ts';
import { type DemoFinding, demoFindings } from './demo-findings-table.ts';
import { shellWord } from './program-name.ts';

export interface DemoFiles {
  /** Path of the written files without their endings. */
  readonly base: string;
  readonly workload: string;
  /** How the user calls Plateau. */
  readonly program: string;
}

interface Ranked {
  readonly finding: DemoFinding;
  readonly row: TopRow;
}

/** The answer of the demo: measured shares, and why each is large. */
export function demoAnswer(profile: Profile, files: DemoFiles, colors: Colors): string[] {
  const measure = measureOf(profile, resolveValueType(profile, undefined), false);
  const rows = topRows(costGraph(profile, measure, defaultNodeOptions, noTrimming));
  const total = reportTotal(profile, measure);
  const samples = rows.reduce((sum, row) => sum + row.flatSamples, 0);
  const share = (value: number): string => `${((100 * value) / Math.max(total, 1)).toFixed(0)} %`;
  const [widest] = rows.toSorted((a, b) => b.flat - a.flat);
  const lines = [''];
  if (widest !== undefined) {
    const name = colors.bold(terminalSafe(widest.info.name));
    const counts = `${widest.flatSamples} of ${samples} samples`;
    lines.push(
      `The widest plateau is ${name}: ${share(widest.flat)} of the CPU time (${counts}).`,
      '',
    );
  }
  const ranked = rankFindings(rows);
  const table = alignColumns(
    ranked.flatMap(({ finding, row }, rank) => [
      [`${rank + 1}.`, share(row.flat), finding.name, finding.why],
      ['', '', '', colors.dim(`fix: ${finding.fix}`)],
    ]),
    ['right', 'right', 'left', 'left'],
  );
  lines.push(...table.map((line) => `  ${line}`), '');
  lines.push(
    colors.dim(
      'Shares are measured; the reasons are known because the program was written to be slow.',
    ),
  );
  return [...lines, '', ...nextSteps(files, widest?.info.name ?? 'main', colors)];
}

/** The built-in bottlenecks, the most costly first, as far as the profile has them. */
function rankFindings(rows: readonly TopRow[]): Ranked[] {
  return demoFindings
    .flatMap((finding) => {
      const row = rows.find(({ info }) => info.name === finding.name);
      return row === undefined ? [] : [{ finding, row }];
    })
    .toSorted((a, b) => b.row.flat - a.row.flat);
}

function nextSteps(files: DemoFiles, hottest: string, colors: Colors): string[] {
  const { base, program } = files;
  const profile = shellWord(`${base}.plateau`);
  const fixed = shellWord(`${base}-fixed.plateau`);
  const steps = [
    ['every function, ranked', `${program} top ${profile}`],
    ['its source, line by line', `${program} list ${shellWord(hottest)} ${profile}`],
    [
      'without the mistakes',
      `${program} record -o ${fixed} -- node ${shellWord(files.workload)} --fixed`,
    ],
    ['what that changed', `${program} diff ${profile} ${fixed}`],
  ] as const;
  const written = ['.plateau', '.svg'].map((ending) => `${base}${ending}`);
  return [
    `Wrote ${written.join(', ')}. Next:`,
    ...steps.flatMap(([gives, line]) => [
      colors.dim(`  # ${gives}`),
      `  ${colors.cyan(terminalSafe(line))}`,
    ]),
  ];
}
