import { open, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often the file grows. */
const tickMs = 50;

/** Empties the file before a follower opens it. */
export async function beginGrowing(path: string): Promise<void> {
  await writeFile(path, '');
}

/**
 * Appends the lines of `source` to the file, evenly over the time, in whole lines. Ends early when
 * `isOver` says so.
 */
export async function growFile(
  path: string,
  source: string,
  durationMs: number,
  isOver: () => boolean,
): Promise<void> {
  const bytes = await readFile(source);
  const file = await open(path, 'a');
  const ticks = Math.max(1, Math.round(durationMs / tickMs));
  try {
    let from = 0;
    for (let tick = 1; tick <= ticks && !isOver(); tick++) {
      const aim = Math.floor((bytes.length * tick) / ticks);
      const to = tick === ticks ? bytes.length : bytes.lastIndexOf(10, aim) + 1;
      if (to > from) await file.write(bytes, from, to - from);
      from = Math.max(from, to);
      if (tick < ticks) await sleep(tickMs);
    }
  } finally {
    await file.close();
  }
}
