import { shellWord } from '../base/shell-word.ts';
import { terminalSafe } from '../base/terminal-text.ts';
import { alignColumns } from '../base/text-layout.ts';
import type { Colors } from './colors.ts';
import type { DemoResult } from './demo-result.ts';

export interface DemoFiles {
  /** Path of the written files without their endings. */
  readonly base: string;
  readonly endings: readonly string[];
  /** What runs the slow program. */
  readonly command: readonly string[];
  /** How the user calls Plateau. */
  readonly program: string;
}

/** The answer of the demo on a terminal: measured shares, and why each is large. */
export function demoAnswer(result: DemoResult, files: DemoFiles, colors: Colors): string[] {
  const table = alignColumns(
    result.findings.flatMap(({ finding, share }, rank) => [
      [`${rank + 1}.`, percent(share), finding.name, finding.why],
      ['', '', '', colors.dim(`fix: ${finding.fix}`)],
    ]),
    ['right', 'right', 'left', 'left'],
  );
  const written = files.endings.map((ending) => `${files.base}${ending}`).join(', ');
  return [
    '',
    widestSentence(result, colors.bold),
    '',
    ...table.map((line) => `  ${line}`),
    '',
    colors.dim(
      'Shares are measured, with all that a function calls; the reasons are known because',
    ),
    colors.dim('it was written to be slow.'),
    '',
    `Wrote ${written}. Next:`,
    ...demoSteps(result, files).flatMap(({ line, gives }) => [
      colors.dim(`  # ${gives}`),
      `  ${colors.cyan(terminalSafe(line))}`,
    ]),
  ];
}

/** Which function is widest, with its share and the samples behind it. */
function widestSentence(result: DemoResult, emphasis: (text: string) => string): string {
  const { widest, samples } = result;
  const share = `${percent(widest.share)} of the CPU time is its own`;
  const name = emphasis(terminalSafe(widest.name));
  return `The widest plateau is ${name}: ${share} (${widest.samples} of ${samples} samples).`;
}

/** Commands that lead on from the demo: look closer, repair, compare. */
function demoSteps(
  { widest }: DemoResult,
  { base, program, command }: DemoFiles,
): { readonly line: string; readonly gives: string }[] {
  const profile = shellWord(`${base}.plateau`);
  const fixed = shellWord(`${base}-fixed.plateau`);
  const run = `${command.map(shellWord).join(' ')} --fixed`;
  return [
    { line: `${program} view ${profile}`, gives: 'every view of it, in the browser' },
    { line: `${program} top ${profile}`, gives: 'every function, ranked' },
    {
      line: `${program} list ${shellWord(widest.name)} ${profile}`,
      gives: 'its source, line by line',
    },
    { line: `${program} record -o ${fixed} -- ${run}`, gives: 'without the mistakes' },
    { line: `${program} diff ${profile} ${fixed}`, gives: 'what that changed' },
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
