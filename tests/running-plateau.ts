import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { it, type TestContext } from 'vitest';
import { samplingRight } from '../src/record/index.ts';
import { findTool, skip } from './judges/requires.ts';

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** As another user, which only root can ask for. */
  readonly uid?: number;
  readonly gid?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** A program that runs the rest of its command line. */
  readonly under?: readonly string[];
  /** Called when it has written its first output. */
  readonly during?: (child: ChildProcess) => void;
}

/** The built command line as a process of its own. */
export function runPlateau(args: readonly string[], options: RunOptions): Promise<Run> {
  const { under = [], during, ...settings } = options;
  const env = { ...process.env, ...options.env };
  const [program = '', ...rest] = [...under, process.execPath, cli, ...args];
  const child = spawn(program, rest, { ...settings, env });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => {
    if (output.stdout === '') during?.(child);
    output.stdout += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    output.stderr += data.toString();
  });
  return new Promise((resolve) => {
    child.on('close', (status) => resolve({ status, ...output }));
  });
}

/** `it` for a test that records a program made by these tools; skipped with the reason without them. */
export function recordedWith(
  ...tools: readonly string[]
): (name: string, run: (context: TestContext) => Promise<void>, timeoutMs?: number) => void {
  const right = samplingRight();
  const absent = tools.filter((tool) => findTool(tool) === undefined);
  const missing = right.allowed
    ? absent.map((tool) => `${tool} not found`).join(', ')
    : `sampling is refused: ${right.reason}`;
  return (name, run, timeoutMs) => {
    it(name, (context) => (missing === '' ? run(context) : skip(context, missing)), timeoutMs);
  };
}
