import { readFileSync } from 'node:fs';

/** USER_HZ: the kernel reports processor time to programs in hundredths of a second everywhere. */
const tickMs = 10;

/** Processor time that a process has used so far; undefined = it is over, or this is not Linux. */
export function processCpuMs(pid: number): number | undefined {
  return sumOf(`/proc/${pid}/stat`, 11);
}

/** Processor time of this process's children that are over; undefined = this is not Linux. */
export function endedChildrenCpuMs(): number | undefined {
  return sumOf('/proc/self/stat', 13);
}

/** proc(5): two fields after the name in parentheses, which may itself hold any character. */
function sumOf(path: string, first: number): number | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[first]) + Number(fields[first + 1]);
    return Number.isFinite(ticks) ? ticks * tickMs : undefined;
  } catch {
    return undefined;
  }
}
