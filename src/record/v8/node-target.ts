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
import { startError } from '../../platform/start-error.ts';

/** Programs that are not Node but may start it. */
const launchers = new Set(
  'bash busybox chrt dash doas env fish make nice nohup ionice ksh setsid sh stdbuf sudo taskset time timeout xargs zsh'.split(
    ' ',
  ),
);

export interface Lookup {
  readonly cwd: string;
  readonly path: string;
}

/** What kind of program a command is, as far as Node is concerned. */
export interface FoundTarget {
  /** `launcher`: a shell or the like, or a script of another interpreter: it may start Node. */
  readonly kind: 'node' | 'launcher' | 'other';
  /** Names of the program and, for a script, of its interpreter, links followed. */
  readonly programs: readonly string[];
}

/** Undefined when there is no such program. */
export function findTarget(command: string, lookup: Lookup): FoundTarget | undefined {
  const file = findProgram(command, lookup);
  if (file === undefined) return undefined;
  const real = realpathSync(file);
  const names = [basename(real)];
  const interpreter = interpreterOf(firstLine(real), lookup);
  if (interpreter !== undefined) names.push(basename(interpreter));
  if (names.some((name) => nodeName.test(name))) return { kind: 'node', programs: names };
  const isLauncher = launchers.has(basename(file)) || launchers.has(basename(real));
  const isScript = interpreter !== undefined || firstLine(real).startsWith('#!');
  return { kind: isLauncher || isScript ? 'launcher' : 'other', programs: names };
}

const nodeName = /^node(js)?(-?\d.*)?$/;

/** The program that a `#!` line names, also through `env`. */
function interpreterOf(line: string, lookup: Lookup): string | undefined {
  if (!line.startsWith('#!')) return undefined;
  const words = line.slice(2).trim().split(/\s+/);
  const isEnv = basename(words[0] ?? '') === 'env';
  const name = isEnv ? words.slice(1).find((word) => !/^-|=/.test(word)) : words[0];
  const file = name === undefined ? undefined : findProgram(name, lookup);
  return file === undefined ? name : realpathSync(file);
}

/** Found out before anything is started, opened or overwritten. */
export function requireProgram(command: string, lookup: Lookup): void {
  if (findProgram(command, lookup) === undefined) throw absentProgram(command, lookup);
}

/** Fails unless the command is Node, a script for Node, or something that may start Node. */
export function requireNodeTarget(command: string, lookup: Lookup): void {
  const target = findTarget(command, lookup);
  if (target === undefined) throw absentProgram(command, lookup);
  if (target.kind !== 'other') return;
  throw new ToolError('usage', `${command} is not a Node program, and V8 samples only those`, {
    hint: 'plateau record --engine perf, which samples every program',
  });
}

function absentProgram(command: string, { cwd }: Lookup): ToolError {
  const file = resolve(cwd, command);
  const found = statSync(file, { throwIfNoEntry: false });
  const isNamed = command.includes('/');
  const code = !isNamed || found === undefined ? 'ENOENT' : found.isFile() ? 'EACCES' : 'EISDIR';
  const error = startError(command, code);
  const isScript = /\.[cm]?[jt]s$/.test(command) && found?.isFile() === true;
  const isHere = !isNamed && found?.isFile() === true && isExecutable(file);
  if (!isScript && !isHere) return error;
  const hint = `plateau record -- ${isScript ? 'node ' : './'}${command}`;
  return new ToolError(error.code, error.message, { hint });
}

function findProgram(command: string, { cwd, path }: Lookup): string | undefined {
  const candidates = command.includes('/')
    ? [resolve(cwd, command)]
    : path.split(delimiter).map((folder) => resolve(cwd, folder === '' ? '.' : folder, command));
  return candidates.find((file) => isFile(file) && isExecutable(file));
}

/** A folder of PATH that may not be looked into holds nothing for this user. */
function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
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
