import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../base/tool-error.ts';
import type { PmuFacts, TracepointFiles } from '../../../platform/event-files.ts';
import type { EventSources } from './event-sources.ts';
import { machineEventSources } from './event-sources.ts';
import { defaultEvents, resolveEvents } from './resolve-events.ts';

const pmus: Readonly<Record<string, PmuFacts>> = {
  cpu: {
    name: 'cpu',
    type: 4,
    formats: { event: 'config:0-7,32-35', umask: 'config:8-15', ldlat: 'config1:0-15' },
    events: { 'ls_dispatch.any': '', 'mem-loads': 'event=0x1cd,umask=0x1,ldlat=3' },
  },
  kprobe: { name: 'kprobe', type: 6, formats: {}, events: {} },
};

const groups: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  sched: { sched_switch: 316, sched_wakeup: 318, sched_waking: 319 },
  syscalls: { sys_enter_read: 700, sys_enter_readv: 701 },
};

const tracepoints: TracepointFiles = {
  state: 'readable',
  systems: () => Object.keys(groups),
  names: (system) => Object.keys(groups[system] ?? {}),
  id: (system, name) => groups[system]?.[name],
};

const machine: EventSources = {
  pmuNames: () => Object.keys(pmus),
  pmu: (name) => pmus[name],
  tracepoints,
  findImage: () => undefined,
  readImage: () => {
    throw new Error('no images');
  },
};

/** type:config of every event, with what is special about it. */
function show(text: string, sources: EventSources = machine): string {
  return resolveEvents([text], sources)
    .map((event) => {
      const parts = [`${event.name} ${event.type}:${event.config.toString(16)}`];
      if (event.config1 !== undefined && event.config1 > 0n) parts.push(`c1=${event.config1}`);
      if (event.excludeUser === true) parts.push('-u');
      if (event.excludeKernel === true) parts.push('-k');
      if (event.preciseIp !== undefined) parts.push(`p${event.preciseIp}`);
      if (event.rate !== undefined && 'period' in event.rate) parts.push(`1/${event.rate.period}`);
      if (event.fallback !== undefined) parts.push(`or ${event.fallback.name}`);
      return parts.join(' ');
    })
    .join('; ');
}

function refusal(text: string, sources: EventSources = machine): string {
  try {
    return `accepted: ${show(text, sources)}`;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return `${error.message} | ${error.hint ?? ''}`;
  }
}

describe('event names', () => {
  it.each([
    ['cycles', 'cycles 0:0 or cpu-clock'],
    ['cpu-cycles:u', 'cycles:u 0:0 -k or cpu-clock'],
    ['instructions:k', 'instructions:k 0:1 -u'],
    ['branch-misses:upp', 'branch-misses:upp 0:5 -k p2'],
    ['L1-dcache-load-misses', 'L1-dcache-load-misses 3:10000'],
    ['LLC-store-misses', 'LLC-store-misses 3:10102'],
    ['dTLB-loads', 'dTLB-loads 3:3'],
    ['iTLB-load-misses', 'iTLB-load-misses 3:10004'],
    ['node-prefetch-misses', 'node-prefetch-misses 3:10206'],
    ['branch-loads', 'branch-loads 3:5'],
    ['task-clock', 'task-clock 1:1'],
    ['faults', 'page-faults 1:2'],
    ['cs', 'context-switches 1:3 1/1'],
    ['r01c2', 'r01c2 4:1c2'],
    ['r1c2:u', 'r1c2:u 4:1c2 -k'],
    ['cpu/event=0x1cd,umask=0x1/', 'cpu/event=0x1cd,umask=0x1/ 4:1000001cd'],
    ['cpu/mem-loads,ldlat=30/', 'cpu/mem-loads,ldlat=30/ 4:1000001cd c1=31'],
    ['cpu/event=1,name=mine,period=1000/u', 'mine 4:1 -k 1/1000'],
    ['mem-loads', 'mem-loads 4:1000001cd c1=3'],
    ['sched:sched_switch', 'sched:sched_switch 2:13c 1/1'],
    ['sched:sched_wak*', 'sched:sched_wakeup 2:13e 1/1; sched:sched_waking 2:13f 1/1'],
    ['sched:sched_switch:u', 'sched:sched_switch:u 2:13c -k 1/1'],
    ['kprobe:do_sys_open+0x4', 'kprobe:do_sys_open+0x4 6:0 1/1'],
    ['kretprobe:vfs_read', 'kretprobe:vfs_read 6:1 1/1'],
    [
      'cpu-clock,cpu/event=1,umask=2/u,cs',
      'cpu-clock 1:0; cpu/event=1,umask=2/u 4:201 -k; context-switches 1:3 1/1',
    ],
  ])('understands %s', (text, expected) => {
    expect(show(text)).toBe(expected);
  });

  it('samples cycles, or the clock where there are none, when nothing is asked for', () => {
    expect(defaultEvents()).toMatchObject([{ name: 'cycles', fallback: { name: 'cpu-clock' } }]);
  });

  it.each([
    ['cylces', 'there is no event named cylces | -e cycles'],
    ['cache-mises', '-e cache-misses'],
    ['L1-dcache-loadmisses', '-e L1-dcache-load-misses'],
    ['xyzzy', 'perf list names'],
    ['sched:sched_swich', 'there is no tracepoint sched:sched_swich | -e sched:sched_switch'],
    ['shed:sched_switch', 'no group of tracepoints named shed | -e sched:…'],
    ['sched:zz*', 'no tracepoint matches sched:zz*'],
    ['cycles:x', 'the modifier x is not supported'],
    ['cpu-clock:zz', 'the modifier z is not supported'],
    ['mem:0x1000:rw', 'breakpoints are not recorded'],
    ['cycles:uD', 'the modifier D is not supported'],
    ['cpu/evnt=1/', 'cpu has no event or field named evnt | cpu/event/'],
    ['cpu/event=one/', 'event=one is not a number'],
    ['cpu/umask=0x1ff/', '0x1ff is too large for config:8-15'],
    ['gpu/x/', 'there is no event source gpu | it has cpu, kprobe'],
    ['uprobe:malloc', 'is no event | uprobe:/path/to/program:function'],
    ['usdt:/x:y', 'usdt:/path/to/program:provider:name'],
    ['uprobe:/nowhere:f', 'no such file /nowhere'],
    ['{cycles,instructions}', 'groups of events in braces'],
    ['cycles,,faults', 'has an empty name in it'],
    ['', 'has an empty name in it'],
  ])('refuses %j and says what to do', (text, expected) => {
    expect(refusal(text)).toContain(expected);
  });

  it('says how to get at tracepoints', () => {
    const without = { ...machine, tracepoints: { ...tracepoints, state: 'absent' as const } };
    expect(refusal('sched:sched_switch', without)).toContain(
      'tracefs is not mounted | sudo mount -t tracefs tracefs /sys/kernel/tracing',
    );
    const denied = { ...machine, tracepoints: { ...tracepoints, state: 'denied' as const } };
    expect(refusal('sched:sched_switch', denied)).toContain('sudo chmod -R a+rX');
  });

  it('says that a kernel has no probes', () => {
    const bare = { ...machine, pmu: () => undefined };
    expect(refusal('kprobe:vfs_read', bare)).toContain('CONFIG_KPROBE_EVENTS');
  });
});

describe('on this machine', () => {
  const sources = machineEventSources({ cwd: '/', path: '/usr/bin:/bin' });

  it('finds a library by its name alone', () => {
    expect(sources.findImage('libc.so.6')).toMatch(/\/libc\.so\.6$/);
    expect(sources.findImage('no-such-library.so')).toBeUndefined();
  });

  it('finds it without a version, and where another distribution has it', () => {
    const libc = sources.findImage('libc.so.6');
    expect(sources.findImage('libc')).toBe(libc);
    expect(sources.findImage('/lib/libc.so.6')).toMatch(/\/libc\.so\.6$/);
    expect(sources.findImage('/usr/lib64/libc.so.6')).toMatch(/\/libc\.so\.6$/);
    expect(sources.findImage('/opt/elsewhere/libc.so.6')).toBeUndefined();
    expect(sources.findImage('lib')).toBeUndefined();
  });
});
