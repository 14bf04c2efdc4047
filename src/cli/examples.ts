import type { Command } from 'commander';

/** A command line worth copying, and what it gives. */
export type Example = readonly [line: string, gives: string];

const widest = 80;

/** Adds examples below a command's help: side by side where that fits, otherwise below each other. */
export function addExamples(command: Command, examples: readonly Example[]): void {
  const width = Math.max(...examples.map(([line]) => line.length));
  const beside = examples.every(([, gives]) => 4 + width + gives.length <= widest);
  const lines = examples.map(([line, gives]) =>
    beside ? `  ${line.padEnd(width)}  ${gives}` : `  ${line}\n      ${gives}`,
  );
  command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}
