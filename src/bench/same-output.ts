import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolError } from '../base/tool-error.ts';
import type { BenchCommand } from './bench-plan.ts';

/** Runs every command once and compares what they print: a quick wrong answer is no win. */
export async function requireSameOutput(
  commands: readonly BenchCommand[],
  run: (command: BenchCommand, output: string) => Promise<unknown>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plateau-bench-'));
  const output = join(folder, 'output');
  let first: { readonly name: string; readonly hash: string } | undefined;
  try {
    for (const command of commands) {
      await run(command, output);
      const hash = createHash('sha256')
        .update(await readFile(output))
        .digest('hex');
      first ??= { name: command.name, hash };
      if (first.hash !== hash) {
        throw new ToolError('target-failed', `${command.name} prints other than ${first.name}`, {
          hint: 'compare their outputs first; without --same-output they are timed all the same',
        });
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
