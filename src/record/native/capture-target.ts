import { closeSync, openSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { unreachable } from '../../base/assert.ts';
import { ToolError } from '../../base/tool-error.ts';
import type { Host } from '../../platform/host.ts';
import { PausedTarget } from '../../platform/paused-target.ts';
import type { EventPlace } from '../../platform/perf-events/open-event.ts';
import { isRunning, listOnlineCpus, listThreads, readText } from '../../platform/process-files.ts';
import type { RecordingTarget } from './recording-plan.ts';

/** What is watched, on which processors. */
export interface Watched extends Disposable {
  /** `pid 42`, `all processes`. */
  readonly description: string;
  readonly cpus: readonly number[];
  /** Threads to open events on now; -1 alone stands for all there are. */
  tids(): readonly number[];
  /** Only tasks of this open cgroup folder count. */
  readonly cgroup: number | undefined;
  /** A target that waits to be let go. */
  readonly paused: PausedTarget | undefined;
}

export function placeOf({ cgroup }: Watched, pid: number, cpu: number): EventPlace {
  return cgroup === undefined ? { pid, cpu } : { pid, cpu, cgroup };
}

export async function watch(host: Host, target: RecordingTarget): Promise<Watched> {
  switch (target.kind) {
    case 'launch':
      return launched(host, target);
    case 'attach':
      return target.threadsOnly === true ? attachedThreads(target.pids) : attached(target.pids);
    case 'system':
      return wholeSystem(target.cpus);
    case 'cgroup':
      return controlGroup(target.path);
    default:
      return unreachable(target);
  }
}

async function launched(
  host: Host,
  target: Extract<RecordingTarget, { kind: 'launch' }>,
): Promise<Watched> {
  const env = { ...host.env, ...target.environment };
  const paused = await PausedTarget.start({
    command: target.command,
    env,
    cwd: host.cwd,
    targetFiles: host.targetFiles,
  });
  const tids = [paused.pid];
  return {
    description: target.command[0] ?? '',
    cpus: listOnlineCpus(),
    tids: () => tids,
    cgroup: undefined,
    paused,
    [Symbol.dispose]: () => undefined,
  };
}

function attached(pids: readonly number[]): Watched {
  for (const pid of pids) {
    if (listThreads(pid).length === 0) throw noProcess(pid);
  }
  return {
    description: pids.length === 1 ? `pid ${pids[0]}` : `pids ${pids.join(', ')}`,
    cpus: listOnlineCpus(),
    tids: () => pids.flatMap((pid) => listThreads(pid)),
    cgroup: undefined,
    paused: undefined,
    [Symbol.dispose]: () => undefined,
  };
}

/** Of each thread itself; those it starts inherit, its siblings do not count. */
function attachedThreads(tids: readonly number[]): Watched {
  for (const tid of tids) {
    if (readText(`/proc/${tid}/comm`) === undefined) throw noProcess(tid);
  }
  return {
    description: tids.length === 1 ? `thread ${tids[0]}` : `threads ${tids.join(', ')}`,
    cpus: listOnlineCpus(),
    tids: () => tids,
    cgroup: undefined,
    paused: undefined,
    [Symbol.dispose]: () => undefined,
  };
}

export function noProcess(pid: number): ToolError {
  if (readText(`/proc/${pid}/stat`) !== undefined && !isRunning(pid)) {
    return new ToolError('not-found', `cannot sample pid ${pid}: it has ended`, {
      hint: 'it is a zombie: only its status is left, for its parent',
    });
  }
  return new ToolError('not-found', `cannot sample pid ${pid}: no such process`, {
    hint: 'it may have ended; ps lists what runs',
  });
}

function wholeSystem(chosen: readonly number[] | undefined): Watched {
  const online = listOnlineCpus();
  const absent = chosen?.find((cpu) => !online.includes(cpu));
  if (absent !== undefined) {
    throw new ToolError('usage', `there is no processor ${absent} online`, {
      hint: `online are ${online.join(', ')}`,
    });
  }
  return {
    description: 'all processes',
    cpus: chosen ?? online,
    tids: () => [-1],
    cgroup: undefined,
    paused: undefined,
    [Symbol.dispose]: () => undefined,
  };
}

function controlGroup(path: string): Watched {
  const cgroup = openCgroup(path);
  return {
    description: `all processes of cgroup ${path}`,
    cpus: listOnlineCpus(),
    tids: () => [-1],
    cgroup,
    paused: undefined,
    [Symbol.dispose]: () => closeSync(cgroup),
  };
}

/** An absolute path, or a name below where groups that count events are mounted. */
function openCgroup(path: string): number {
  const candidates = isAbsolute(path)
    ? [path, ...cgroupMounts().map((mount) => join(mount, path))]
    : cgroupMounts().map((mount) => join(mount, path));
  for (const candidate of candidates) {
    try {
      return openSync(candidate, 'r');
    } catch {
      // Try the next one.
    }
  }
  throw new ToolError('not-found', `there is no cgroup ${path}`, {
    hint: `groups are folders below ${cgroupMounts().join(' or ') || '/sys/fs/cgroup'}`,
  });
}

/** Version 2, and the `perf_event` hierarchy of version 1, which takes precedence where it exists. */
function cgroupMounts(): string[] {
  const mounts = (readText('/proc/mounts') ?? '').split('\n').map((line) => line.split(' '));
  const ofType = (type: string, option = ''): string[] =>
    mounts
      .filter(([, , kind, options]) => kind === type && (options ?? '').includes(option))
      .map(([, folder]) => folder ?? '');
  return [...ofType('cgroup', 'perf_event'), ...ofType('cgroup2')];
}
