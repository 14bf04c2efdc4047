import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

/** No runtime writes more names than this; a sparse file could claim any size. */
const mostBytes = 2 ** 30;

/**
 * What a runtime wrote about the code it made, while the process lives or after. Inside a container the
 * process has another number and another /tmp: both are asked of /proc. As perf does, only files
 * of root, of ourselves or of the process's own user are believed.
 */
export function readPerfMap(pid: number): Uint8Array | undefined {
  const inner = namespacePid(pid);
  return (
    readTrusted(`/proc/${pid}/root/tmp/perf-${inner}.map`, pid) ??
    readTrusted(`/tmp/perf-${pid}.map`, pid)
  );
}

/** `path` is the one that the process mapped. */
export function readJitdump(path: string, pid: number): Uint8Array | undefined {
  if (!path.startsWith('/')) return undefined;
  return readTrusted(`/proc/${pid}/root${path}`, pid) ?? readTrusted(path, pid);
}

/** V8 opens its log, which nobody asked for, where the program runs: `isolate-0x5581-4711-v8.log`. */
const v8Log = /^isolate-0x[0-9a-f]+-(\d+)-v8\.log$/;

/**
 * Removes the maps, and V8's logs in `folder`, that processes of a recording left behind: our own files,
 * written since it began. A file of an older process of the same number is not ours to judge.
 */
export function removePerfMaps(pids: Iterable<number>, startedAtMs: number, folder: string): void {
  const processes = new Set(pids);
  const logs = readdirSync(folder).filter((name) => processes.has(Number(v8Log.exec(name)?.[1])));
  const maps = Array.from(processes, (pid) => `/tmp/perf-${pid}.map`);
  for (const path of [...maps, ...logs.map((name) => join(folder, name))]) {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    const isOurs = facts?.isFile() === true && facts.uid === process.geteuid?.();
    if (isOurs && facts.mtimeMs >= startedAtMs) rmSync(path, { force: true });
  }
}

function readTrusted(path: string, pid: number): Uint8Array | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const facts = fstatSync(file);
    const owners = [0, process.geteuid?.(), ownerOf(pid)];
    const isTrusted = facts.isFile() && facts.size <= mostBytes && owners.includes(facts.uid);
    return isTrusted ? readFileSync(file) : undefined;
  } catch {
    // Gone, or not ours to read: then the code stays without names.
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function ownerOf(pid: number): number | undefined {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid;
}

/** The process's number in its innermost pid namespace (proc(5), NSpid); its own when unknown. */
function namespacePid(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const numbers = /^NSpid:\s*(.*)$/m.exec(status)?.[1]?.split(/\s+/);
    return Number(numbers?.at(-1) ?? pid);
  } catch {
    return pid;
  }
}
