import { describe, expect, it } from 'vitest';
import { emptyAttr } from '../../perf/attr.ts';
import { errno } from '../sys/errno-table.ts';
import { loadSys } from '../sys/sys.ts';
import { openCounters } from './counters.ts';
import { type RefusedEvent, refusal } from './open-event.ts';
import { openFilesLimit, raiseOpenFilesLimit } from './open-files-limit.ts';

const asked: RefusedEvent = {
  name: 'cycles',
  errno: errno.EACCES,
  excludeKernel: true,
  target: 'pid 42',
  paranoid: 3,
};

function said(refused: Partial<RefusedEvent>): string {
  const { code, message, hint } = refusal({ ...asked, ...refused });
  return `${code}: ${message} | ${hint ?? ''}`;
}

describe('a refused event is explained', () => {
  it.each([
    [
      {},
      'denied: cannot sample pid 42 by cycles: perf_event_paranoid is 3 | sudo sysctl kernel.perf_event_paranoid=2, or run as root',
    ],
    [
      { paranoid: 2, excludeKernel: false },
      'denied: cannot sample pid 42 by cycles: perf_event_paranoid is 2 | sudo sysctl kernel.perf_event_paranoid=1, or run as root',
    ],
    [
      { paranoid: 1, target: 'all processes' },
      'denied: cannot sample all processes by cycles: perf_event_paranoid is 1 | sudo sysctl kernel.perf_event_paranoid=0, or run as root',
    ],
    [
      { paranoid: -1 },
      'denied: cannot sample pid 42 by cycles: not permitted (perf_event_paranoid is -1) | run as root, or give the right CAP_PERFMON; in a container also allow perf_event_open',
    ],
    [
      { errno: errno.ENOENT },
      'not-supported: this machine has no event cycles | plateau doctor lists what there is; cpu-clock works everywhere',
    ],
    [
      { errno: errno.ESRCH },
      'not-found: cannot sample pid 42: no such process | it may have ended; ps lists what runs',
    ],
    [
      { errno: errno.EMFILE, openFiles: { limit: 1024, needed: 4000 } },
      'denied: cannot sample pid 42: too many open files: 4000 events are needed (threads × processors), 1024 files may be open | ulimit -n 8192, or record the whole system with -a',
    ],
    [{ errno: errno.EBUSY }, 'io: cannot sample pid 42 by cycles: EBUSY | '],
  ])('%o', (refused, expected) => {
    expect(said(refused)).toBe(expected);
  });
});

describe('events that only count', () => {
  it('count this process, and say which the machine lacks', () => {
    const sys = loadSys();
    const taskClock = {
      ...emptyAttr,
      type: 1,
      config: 1n,
      flags: new Set(['excludeKernel'] as const),
    };
    const absent = { ...emptyAttr, type: 999_999 };
    using counters = openCounters(sys, { pid: 0, cpu: -1 }, [taskClock, absent]);
    expect(counters.errnos[0]).toBe(0);
    expect(counters.errnos[1]).toBe(errno.ENOENT);
    for (let i = 0; i < 1e6; i++) Math.sqrt(i);
    const [time, nothing] = counters.read();
    expect(time?.value).toBeGreaterThan(0n);
    expect(time?.runningNs).toBeGreaterThan(0n);
    expect(nothing).toBeUndefined();
  });
});

describe('the limit of open files', () => {
  it('is known and need not be raised to what it is', () => {
    const sys = loadSys();
    const limit = openFilesLimit(sys);
    expect(limit).toBeGreaterThan(3);
    expect(raiseOpenFilesLimit(sys, limit)).toBe(true);
    expect(openFilesLimit(sys)).toBe(limit);
  });
});
