import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(
  new URL('../../../../fixtures/programs/capture-victims/', import.meta.url),
);
const flags = ['-O1', '-g', '-fno-omit-frame-pointer', '-pthread'];

export type Victim = 'busy' | 'children' | 'spawner' | 'threads' | 'work';

/** Compiles a program that tests watch and kill; gives its path. */
export function compileVictim(name: Victim, folder: string): string {
  const program = join(folder, name);
  execFileSync('cc', [...flags, '-o', program, join(sources, `${name}.c`)]);
  return program;
}

/** A victim that runs until its input ends; resolves when it says that it is ready. */
export async function startVictim(
  program: string,
  ...args: string[]
): Promise<ChildProcess & { readonly pid: number }> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child as ChildProcess & { readonly pid: number };
}

export async function endVictim(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}
