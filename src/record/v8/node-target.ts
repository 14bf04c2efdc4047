import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, delimiter, resolve } from 'node:path';
import { ToolError } from '../../base/tool-error.ts';

/** Programs that are not Node but may start it. */
const launchers = new Set(
  'bash busybox chrt dash doas env fish make nice nohup ionice ksh setsid sh stdbuf sudo taskset time timeout xargs zsh'.split(
    ' ',
  ),
);

interface Lookup {
  readonly cwd: string;
  readonly path: string;
}

/** Fails unless the command is Node, a script for Node, or something that may start Node. */
export function requireNodeTarget(command: string, lookup: Lookup): void {
  const file = findProgram(command, lookup);
  if (file === undefined) {
    throw new ToolError('not-found', `cannot run ${command}: no such program`, {
      hint: scriptHint(command, lookup.cwd) ?? 'check the name; off the PATH, give its path',
    });
  }
  const real = realpathSync(file);
  const name = basename(real);
  if (/^node(js)?(-?\d.*)?$/.test(name) || launchers.has(basename(file)) || launchers.has(name))
    return;
  const first = firstLine(real);
  if (first.startsWith('#!')) return;
  throw new ToolError(
    'usage',
    `${command} is not a Node program, and only those can be recorded yet`,
    {
      hint: 'plateau record -- node script.js; profiles of other programs can be read: perf script, pprof, …',
    },
  );
}

function scriptHint(command: string, cwd: string): string | undefined {
  const isScript = /\.[cm]?[jt]s$/.test(command) && isFile(resolve(cwd, command));
  return isScript ? `plateau record -- node ${command}` : undefined;
}

function findProgram(command: string, { cwd, path }: Lookup): string | undefined {
  const candidates = command.includes('/')
    ? [resolve(cwd, command)]
    : path.split(delimiter).map((folder) => resolve(cwd, folder === '' ? '.' : folder, command));
  return candidates.find((file) => isFile(file) && isExecutable(file));
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function firstLine(file: string): string {
  const bytes = Buffer.alloc(256);
  const handle = openSync(file, 'r');
  try {
    const length = readSync(handle, bytes, 0, bytes.length, 0);
    return bytes.toString('latin1', 0, length).split('\n')[0] ?? '';
  } finally {
    closeSync(handle);
  }
}
