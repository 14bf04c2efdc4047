import { describe, expect, it } from 'vitest';
import { loadChildSys } from '../sys/child.ts';
import { loadSys } from '../sys/sys.ts';
import { runTimed } from '../timed-run.ts';
import { RunCounters } from './run-counters.ts';

const software = 1;
const events = [
  { name: 'page-faults', type: software, config: 2n },
  { name: 'context-switches', type: software, config: 3n },
  { name: 'task-clock', type: software, config: 1n },
];
/** A type of PMU that no machine has. */
const absent = { name: 'nowhere', type: 0x7fff_0000, config: 0n };

function program(...argv: readonly string[]) {
  const files = { stdin: '/dev/null', stdout: '/dev/null', stderr: null };
  return { argv, env: [`PATH=${process.env['PATH'] ?? ''}`], cwd: '/', ...files };
}

describe('counters of runs', () => {
  const sys = loadChildSys();

  it('count each run by itself, with the children it has', () => {
    using counters = new RunCounters(loadSys(), events);
    const faults = (...argv: readonly string[]): number => {
      const run = runTimed(sys, program(...argv), { counters });
      expect(run.status).toBe(0);
      return run.counters?.['page-faults'] ?? run.counters?.['page-faults:u'] ?? 0;
    };
    const few = faults('true');
    const many = faults('sh', '-c', '/bin/true; /bin/true; /bin/true; /bin/true | /bin/true');
    expect(few).toBeGreaterThan(20);
    // Five programs, and the shell's own processes.
    expect(many).toBeGreaterThan(3 * few);
    const again = faults('true');
    expect(again).toBeLessThan(2 * few);
  });

  it('agree with what wait4 tells', () => {
    using counters = new RunCounters(loadSys(), events);
    const run = runTimed(sys, program('sort', '/proc/self/maps'), { counters });
    const faults = run.counters?.['page-faults'] ?? 0;
    // The kernel's own, which a user without rights does not see, and those before exec, which wait4 counts too.
    expect(faults).toBeLessThanOrEqual(run.minorFaults + run.majorFaults);
    expect(faults).toBeGreaterThan((run.minorFaults + run.majorFaults) / 2);
  });

  it('leave out what the machine does not have', () => {
    using counters = new RunCounters(loadSys(), [absent, ...events]);
    expect(counters.names).toHaveLength(3);
    const run = runTimed(sys, program('true'), { counters });
    expect(Object.keys(run.counters ?? {})).toHaveLength(3);
  });
});
