import { Argument, type Command } from 'commander';
import type { Host } from '../platform/host.ts';
import { completionScript, type Shell, shells } from './completion-scripts.ts';
import { completionWords } from './completion-words.ts';
import { addExamples } from './examples.ts';

export function defineCompletion(command: Command, host: Host): void {
  command
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .action(async (shell: Shell) => {
      const { buildProgram } = await import('./program.ts');
      const program = await buildProgram(host, { out: '', err: '' }, 'everything');
      await host.stdout.write(completionScript(shell, completionWords(program)));
    });
  addExamples(command, [
    ['source <(plateau completion bash)', 'for this shell'],
    ['plateau completion fish | source', 'the same in fish'],
  ]);
}
