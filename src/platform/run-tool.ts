import { spawn } from 'node:child_process';
import { ToolError } from '../base/tool-error.ts';
import { errorCode } from './file-errors.ts';

export interface ToolRun {
  readonly tool: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Shown when the tool is not there. */
  readonly install: string;
}

/** Runs a tool whose messages the user sees on standard error, and gives what it printed. */
export async function runTool(run: ToolRun): Promise<string> {
  const child = spawn(run.tool, run.args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: run.env,
    cwd: run.cwd,
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => reject(startError(run, error)));
    child.on('close', resolve);
  });
  if (status === 0) return Buffer.concat(chunks).toString('utf8');
  const command = [run.tool, ...run.args].join(' ');
  throw new ToolError('target-failed', `${command} failed, so there is nothing to record`, {
    hint: `${run.tool} says above what is wrong`,
  });
}

function startError({ tool, install }: ToolRun, error: unknown): ToolError {
  const isMissing = errorCode(error) === 'ENOENT';
  const reason = isMissing ? 'it is not on the PATH' : String(error);
  return new ToolError('missing-tool', `cannot run ${tool}: ${reason}`, {
    hint: install,
    cause: error,
  });
}
