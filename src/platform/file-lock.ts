import { linkSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../base/tool-error.ts';
import { errorCode, fileError } from './file-errors.ts';

const pollMs = 20;
const patienceMs = 20_000;
/** What is done under a lock takes milliseconds: an older one was left behind by a machine that died. */
const oldestMs = 60_000;

/**
 * Does something while no other process does it under the same lock file. A lock whose process is gone is
 * taken over; nobody waits for ever.
 */
export async function withFileLock<Result>(
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const mark = `${process.pid} ${hostname()} ${Math.random()}\n`;
  const endMs = performance.now() + patienceMs;
  while (!tryLock(path, mark)) {
    if (removeAbandoned(path)) continue;
    if (performance.now() > endMs) {
      throw new ToolError('denied', `${path} is held by another process: ${holderOf(path)}`, {
        hint: 'wait until it has ended, or remove the file if there is none',
      });
    }
    await sleep(pollMs);
  }
  try {
    return await work();
  } finally {
    if (readLock(path) === mark) unlinkSync(path);
  }
}

function tryLock(path: string, mark: string): boolean {
  try {
    writeFileSync(path, mark, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw fileError(path, 'write', error);
  }
}

/**
 * Takes the lock away by renaming it, so that of several only one does; if it turns out to be another
 * lock than the abandoned one, it is put back.
 */
function removeAbandoned(path: string): boolean {
  const mark = readLock(path);
  if (mark === undefined || !isAbandoned(path, mark)) return false;
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readLock(aside) !== mark) linkSync(aside, path);
    unlinkSync(aside);
    return true;
  } catch {
    return false;
  }
}

function isAbandoned(path: string, mark: string): boolean {
  const ageMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (ageMs > oldestMs) return true;
  const [pid = '', host = ''] = mark.trim().split(' ');
  // Empty: its owner is between creating and writing it.
  if (host !== hostname() || !/^\d+$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function holderOf(path: string): string {
  const [pid = '?', host = '?'] = (readLock(path) ?? '').trim().split(' ');
  return `process ${pid} on ${host}`;
}
