import { closeSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BenchPlan } from '../bench/index.ts';
import { fileError } from '../platform/file-errors.ts';
import type { Host, TargetFiles } from '../platform/host.ts';

/** Found out before anything runs: the failure of a start would not say which file it was. */
export function requireInput(host: Host, { input }: BenchPlan): void {
  closeSync(openFile(resolve(host.cwd, input), 'r'));
}

/** The files of a plan, opened for programs that Node starts. */
export function openTargetFiles(host: Host, plan: BenchPlan): TargetFiles & Disposable {
  const { input, output } = plan;
  const files = [
    openFile(resolve(host.cwd, input), 'r'),
    output === null ? 1 : openFile(resolve(host.cwd, output), 'w'),
    output === null ? 2 : openFile('/dev/null', 'w'),
  ] as const;
  const close = (): void => {
    for (const file of files) if (file > 2) closeSync(file);
  };
  return Object.assign([...files] as [number, number, number], { [Symbol.dispose]: close });
}

function openFile(path: string, mode: 'r' | 'w'): number {
  try {
    return openSync(path, mode);
  } catch (error) {
    throw fileError(path, mode === 'r' ? 'read' : 'write', error);
  }
}
