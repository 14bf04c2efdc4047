import { readdirSync, readFileSync } from 'node:fs';
import type { ProcessMapping } from '../perf/file-writer-records.ts';

// What /proc says of processes. A process may end at any moment: then the answer is empty.

/** Every process, by number. */
export function listProcesses(root = '/proc'): number[] {
  return numbersIn(root);
}

/** The threads of a process; empty when it has ended. */
export function listThreads(pid: number, root = '/proc'): number[] {
  return numbersIn(`${root}/${pid}/task`);
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

/** The process a thread belongs to; undefined when it has ended. */
export function findProcess(tid: number, root = '/proc'): number | undefined {
  const found = /^Tgid:\s*(\d+)$/m.exec(readText(`${root}/${tid}/status`) ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}

export function readThreadName(pid: number, tid: number, root = '/proc'): string | undefined {
  return readText(`${root}/${pid}/task/${tid}/comm`)?.replace(/\n$/, '');
}

/** Avma ranges of a process, in order; empty for kernel threads and for processes that have ended. */
export function readMappings(pid: number, root = '/proc'): ProcessMapping[] {
  const text = readText(`${root}/${pid}/maps`) ?? '';
  return text.split('\n').flatMap((line) => parseMapping(line) ?? []);
}

const mappingLine =
  /^([0-9a-f]+)-([0-9a-f]+) ([r-])([w-])([x-])([sp]) ([0-9a-f]+) ([0-9a-f]+):([0-9a-f]+) (\d+) *(.*)$/;

function parseMapping(line: string): ProcessMapping | undefined {
  const match = mappingLine.exec(line);
  if (match === null) return undefined;
  const [, start, end, read, write, execute, sharing, offset, major, minor, inode, path] = match;
  return {
    start: BigInt(`0x${start}`),
    end: BigInt(`0x${end}`),
    protection: (read === 'r' ? 1 : 0) | (write === 'w' ? 2 : 0) | (execute === 'x' ? 4 : 0),
    flags: sharing === 's' ? 1 : 2,
    fileOffset: BigInt(`0x${offset}`),
    major: Number.parseInt(major ?? '0', 16),
    minor: Number.parseInt(minor ?? '0', 16),
    inode: BigInt(inode ?? 0),
    // perf's name for memory without a file; a newline in a path is written as its octal code.
    path: path === undefined || path === '' ? '//anon' : path.replaceAll('\\012', '\n'),
  };
}

/** Processor time of a process so far, in nanoseconds, to the clock tick (10 ms). */
export function readProcessorTimeNs(pid: number, root = '/proc'): number | undefined {
  const text = readText(`${root}/${pid}/stat`);
  // The name may hold spaces and brackets; fields are counted after its end.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields?.[11]) + Number(fields?.[12]);
  return Number.isFinite(ticks) ? ticks * nsPerTick : undefined;
}

/** USER_HZ is 100 on every Linux architecture we record on. */
const nsPerTick = 10_000_000;

/** Numbers of a list such as `0-3,8`. */
export function parseCpuList(text: string): number[] {
  return text
    .trim()
    .split(',')
    .flatMap((part) => {
      const [first = Number.NaN, last = first] = part
        .split('-')
        .map((text) => Number.parseInt(text, 10));
      return Number.isInteger(first) && Number.isInteger(last) && last - first < 65_536
        ? Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
        : [];
    });
}

export function listOnlineCpus(root = '/sys'): number[] {
  const cpus = parseCpuList(readText(`${root}/devices/system/cpu/online`) ?? '');
  return cpus.length === 0 ? [0] : cpus;
}

/** Neither gone nor a zombie; the state stands behind the name, which may hold anything. */
export function isRunning(pid: number, root = '/proc'): boolean {
  const state = /^.*\) (\S)/s.exec(readText(`${root}/${pid}/stat`) ?? '')?.[1];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
