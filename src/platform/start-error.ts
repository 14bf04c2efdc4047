import { ToolError } from '../base/tool-error.ts';
import { errorCode } from './file-errors.ts';

/** Why a program cannot be started, in words; `code` is the name of the error number. */
export function startError(program: string, code: string, cause?: unknown): ToolError {
  if (code === 'ENOENT') {
    return new ToolError('not-found', `cannot run ${program}: no such program`, {
      hint: 'check the name; a program that is not on PATH needs its path',
      cause,
    });
  }
  if (code === 'EACCES') {
    return new ToolError('target-failed', `cannot run ${program}: not executable`, {
      hint: `chmod +x ${program}, or put its interpreter before it`,
      cause,
    });
  }
  if (code === 'EISDIR') {
    return new ToolError('target-failed', `cannot run ${program}: it is a directory`, {
      hint: 'name the program in it',
      cause,
    });
  }
  const reason = cause instanceof Error ? cause.message : code;
  return new ToolError('target-failed', `cannot run ${program}: ${reason}`, { cause });
}

/** The same of what Node's `spawn` throws. */
export function spawnError(program: string, error: unknown): ToolError {
  return startError(program, errorCode(error), error);
}
