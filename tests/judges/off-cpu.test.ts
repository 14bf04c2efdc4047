import { describe, expect } from 'vitest';
import type { Profile } from '../../src/profile/index.ts';
import { PerfFolder, readPerfData, stackNames, valuesOf } from './perf-recordings.ts';
import { requires } from './requires.ts';

/** Milliseconds of a value on stacks that pass a function. */
function millisecondsIn(profile: Profile, value: string, name: string): number {
  const values = valuesOf(profile, value);
  let sum = 0;
  for (let row = 0; row < profile.samples.length; row++) {
    if (stackNames(profile, row).includes(name)) sum += values[row] as number;
  }
  return sum / 1e6;
}

/** What `perf script --show-switch-events` says: times off the CPU by thread, in microseconds. */
function timesOff(script: string): { blocked: number; preempted: number; waits: number[] } {
  const total = { blocked: 0, preempted: 0 };
  const waits: number[] = [];
  const out = new Map<string, { time: number; kind: keyof typeof total }>();
  const line = /^\s*\S+\s+(\d+)\s+(\d+)\.(\d{6}):\s+PERF_RECORD_SWITCH (OUT|IN)( preempt)?/;
  for (const text of script.split('\n')) {
    const found = line.exec(text);
    if (found === null) continue;
    const [, tid = '', seconds, micros, direction, preempt] = found;
    const time = Number(seconds) * 1e6 + Number(micros);
    const last = out.get(tid);
    if (direction === 'OUT') {
      out.set(tid, { time, kind: preempt === undefined ? 'blocked' : 'preempted' });
    } else if (last !== undefined) {
      total[last.kind] += time - last.time;
      if (last.kind === 'blocked') waits.push(time - last.time);
      out.delete(tid);
    }
  }
  return { ...total, waits };
}

describe('off-CPU time of recordings that perf made', () => {
  const itWithPerf = requires('perf', 'cc');
  const sampled: readonly (readonly [string, readonly string[]])[] = [
    ['context-switches', ['-e', 'cpu-clock/freq=999/', '-e', 'context-switches/period=1/']],
    // With a rate for all events, perf would leave out some of the switches.
    ['sched:sched_switch', ['-e', 'cpu-clock/freq=999/', '-e', 'sched:sched_switch']],
  ];

  for (const [name, events] of sampled) {
    itWithPerf(`is at the stacks of ${name}, and sums to what perf lists`, async (context) => {
      using folder = new PerfFolder();
      const program = folder.compile('sleepy/sleepy.c', '-pthread');
      const args = ['-g', '--switch-events', ...events];
      const file = folder.record(context, args, [program]);
      const profile = await readPerfData(file);
      expect(millisecondsIn(profile, 'off-cpu', 'burn')).toBe(0);

      const listed = timesOff(
        folder.run('perf', 'script', '-i', file, '--show-switch-events', '-F', 'comm,tid,time'),
      );
      // A thread that wakes up may wait for a CPU before it runs again: perf's own times decide.
      for (const sleep of [300, 100]) {
        const ours = millisecondsIn(profile, 'off-cpu', `sleeps_${sleep}`);
        expect(ours).toBeGreaterThan(sleep - 1);
        const nearest = Math.min(...listed.waits.map((wait) => Math.abs(wait / 1e3 - ours)));
        expect(nearest).toBeLessThan(0.01);
      }
      const sum = (value: string): number =>
        valuesOf(profile, value).reduce((total, each) => total + each, 0) / 1e3;
      // perf prints whole microseconds; the wait for exec at the very start has no switch-in of ours.
      expect(Math.abs(sum('off-cpu') - listed.blocked) / listed.blocked).toBeLessThan(0.02);
      expect(Math.abs(sum('runnable') - listed.preempted)).toBeLessThan(
        listed.preempted * 0.02 + 1000,
      );
      // Summing samples while reading changes no total.
      const summed = await readPerfData(file, false);
      expect(millisecondsIn(summed, 'off-cpu', 'sleeps_300')).toBeCloseTo(
        millisecondsIn(profile, 'off-cpu', 'sleeps_300'),
        6,
      );
    });
  }

  itWithPerf('without samples of switches is approximate and says so', async (context) => {
    using folder = new PerfFolder();
    const program = folder.compile('sleepy/sleepy.c', '-pthread');
    const args = ['-F', '999', '-g', '--switch-events', '-e', 'cpu-clock:u'];
    const profile = await readPerfData(folder.record(context, args, [program]));
    const total = valuesOf(profile, 'off-cpu').reduce((sum, each) => sum + each, 0) / 1e6;
    expect(total).toBeGreaterThan(399);
    expect(millisecondsIn(profile, 'off-cpu', 'burn')).toBeGreaterThan(399);
    expect(profile.meta.health.diagnostics.map(({ code }) => code)).toContain(
      'off-cpu-approximate',
    );
    expect(profile.strings).toContain('approximate');
    // Each CPU-clock sample is split among the threads that ran: between half and all of it.
    const cpu = valuesOf(profile, 'cpu-clock:u-period').reduce((sum, each) => sum + each, 0);
    const latency = valuesOf(profile, 'latency').reduce((sum, each) => sum + each, 0);
    expect(latency).toBeGreaterThanOrEqual(cpu / 2);
    expect(latency).toBeLessThanOrEqual(cpu);
  });
});
