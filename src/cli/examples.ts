import type { Command } from 'commander';

/** A command line worth copying, and what it gives. */
export type Example = readonly [line: string, gives: string];

/** Adds examples below a command's help. */
export function addExamples(command: Command, examples: readonly Example[]): void {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, gives]) =>
    width > 44 ? `  ${line}\n      ${gives}` : `  ${line.padEnd(width)}  ${gives}`,
  );
  command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}
