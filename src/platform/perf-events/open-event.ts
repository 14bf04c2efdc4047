import { ToolError } from '../../base/tool-error.ts';
import { type EventAttr, encodeAttr } from '../../perf/attr.ts';
import { errno, errnoName } from '../sys/errno-table.ts';
import type { Sys } from '../sys/sys.ts';
import { eventIoctls, openFlags } from './event-ioctl-table.ts';

/** What an event watches. */
export interface EventPlace {
  /** A thread, 0 for this process, or -1 for all. With `cgroup`, ignored. */
  readonly pid: number;
  /** -1 for any; an inherited event with a ring needs one. */
  readonly cpu: number;
  /** An open cgroup folder: only its tasks count. */
  readonly cgroup?: number;
}

/** The file number of a new event, or -errno. */
export function tryOpenEvent(sys: Sys, attr: EventAttr, place: EventPlace): number {
  const { pid, cpu, cgroup } = place;
  const flags = openFlags.closeOnExec | (cgroup === undefined ? 0 : openFlags.pidIsCgroup);
  return sys.perfEventOpen(encodeAttr(attr), cgroup ?? pid, cpu, -1, flags);
}

/** The number that the records of an event carry. */
export function readEventId(sys: Sys, fd: number): bigint {
  const bytes = new Uint8Array(8);
  const result = sys.ioctl(fd, eventIoctls.id, bytes);
  if (result < 0) throw new ToolError('io', `an event has no id: ${errnoName(-result)}`);
  return new DataView(bytes.buffer).getBigUint64(0, true);
}

export interface RefusedEvent {
  readonly name: string;
  readonly errno: number;
  readonly excludeKernel: boolean;
  /** `pid 42`, `all processes`: for the message. */
  readonly target: string;
  readonly paranoid: number | undefined;
  readonly openFiles?: { readonly limit: number; readonly needed: number };
}

/** Why the kernel refused, in words, with what would make it agree. */
export function refusal(refused: RefusedEvent): ToolError {
  const { name, target } = refused;
  switch (refused.errno) {
    case errno.EACCES:
    case errno.EPERM:
      return denied(refused);
    case errno.ENOENT:
    case errno.ENODEV:
    case errno.EOPNOTSUPP:
      return new ToolError('not-supported', `this machine has no event ${name}`, {
        hint: 'plateau doctor lists what there is; cpu-clock works everywhere',
      });
    case errno.ESRCH:
      return new ToolError('not-found', `cannot sample ${target}: no such process`, {
        hint: 'it may have ended; ps lists what runs',
      });
    case errno.EMFILE:
      return tooManyFiles(refused);
    case errno.ENOSYS:
      return new ToolError('not-supported', 'this kernel has no perf_event_open', {
        hint: 'in a container, allow the call in its seccomp profile (--security-opt seccomp=…)',
      });
    case errno.EINVAL:
      return new ToolError('not-supported', `the kernel refuses the event ${name} as asked for`, {
        hint: 'try without --call-graph, or another rate',
      });
    default:
      return new ToolError('io', `cannot sample ${target} by ${name}: ${errnoName(refused.errno)}`);
  }
}

function denied({ name, target, paranoid, excludeKernel }: RefusedEvent): ToolError {
  const setting = paranoid === undefined ? '' : `perf_event_paranoid is ${paranoid}`;
  const level = !excludeKernel || target.startsWith('all') ? (target.startsWith('all') ? 0 : 1) : 2;
  const reason =
    paranoid !== undefined && paranoid > level
      ? setting
      : `not permitted${setting && ` (${setting})`}`;
  return new ToolError('denied', `cannot sample ${target} by ${name}: ${reason}`, {
    hint:
      paranoid !== undefined && paranoid > level
        ? `sudo sysctl kernel.perf_event_paranoid=${level}, or run as root`
        : 'run as root, or give the right CAP_PERFMON; in a container also allow perf_event_open',
  });
}

function tooManyFiles({ target, openFiles }: RefusedEvent): ToolError {
  const detail =
    openFiles === undefined
      ? ''
      : `: ${openFiles.needed} events are needed (threads × processors), ${openFiles.limit} files may be open`;
  return new ToolError('denied', `cannot sample ${target}: too many open files${detail}`, {
    hint: `ulimit -n ${nextLimit(openFiles?.needed ?? 65_536)}, or record the whole system with -a`,
  });
}

function nextLimit(needed: number): number {
  return 2 ** Math.ceil(Math.log2(needed + 256));
}
