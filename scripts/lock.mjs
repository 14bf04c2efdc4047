// One installer or builder at a time: a folder that only one process can make, holding its id.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 10 * 60_000;

/** Runs `work` while no other process holds `folder`. The lock of a dead process is taken over. */
export async function withLock(folder, work) {
  await acquire(folder);
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function acquire(folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const giveUp = Date.now() + patienceMs;
  while (!tryMake(folder)) {
    if (isAbandoned(folder)) breakLock(folder);
    else if (Date.now() > giveUp)
      throw new Error(`${folder} is held by another process; remove it`);
    else await sleep(100);
  }
  writeFileSync(`${folder}/pid`, String(process.pid));
}

function tryMake(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

// Two waiters may both see the dead holder; only the one that makes `.break` removes it, and it
// looks again, so that it cannot remove the lock of a third that came between.
function breakLock(folder) {
  const guard = `${folder}.break`;
  if (!tryMake(guard)) return;
  try {
    if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true });
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

function isAbandoned(folder) {
  // A holder that died before it wrote its id leaves only the date.
  if (!existsSync(`${folder}/pid`)) return ageMs(folder) > 10_000;
  const holder = Number(readFileSync(`${folder}/pid`, 'utf8'));
  if (!(holder > 0)) return false;
  try {
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function ageMs(folder) {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found === undefined ? 0 : Date.now() - found.mtimeMs;
}
