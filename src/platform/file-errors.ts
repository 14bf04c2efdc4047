import { dirname } from 'node:path';
import { shellWord } from '../base/shell-word.ts';
import { ToolError } from '../base/tool-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'is a directory',
  ENOTDIR: 'part of the path is not a directory',
  ENOSPC: 'no space left on the device',
  EMFILE: 'too many open files',
  EROFS: 'the file system is read-only',
};

export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return String(error.code);
}

/** A refused file operation, in words. */
export function fileError(path: string, verb: 'read' | 'write', error: unknown): ToolError {
  const code = errorCode(error);
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  const kind = code === 'ENOENT' ? 'not-found' : code === 'EACCES' ? 'denied' : 'io';
  const details = { cause: error, file: path };
  if (verb === 'write' && code === 'ENOENT') {
    const folder = dirname(path);
    const hint = `mkdir -p ${shellWord(folder)}`;
    return new ToolError(kind, `cannot write ${path}: no folder ${folder}`, { ...details, hint });
  }
  return new ToolError(kind, `cannot ${verb} ${path}: ${reason}`, details);
}
