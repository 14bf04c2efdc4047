import { readFileSync } from 'node:fs';
import { eventTypes } from '../../../perf/attr-table.ts';
import type { PlannedEvent, RecordingPlan, RecordingTarget } from '../recording-plan.ts';

export const cpuClock: PlannedEvent = {
  name: 'cpu-clock',
  type: eventTypes.software,
  config: 0n,
};

export const pageFaults: PlannedEvent = {
  name: 'page-faults',
  type: eventTypes.software,
  config: 2n,
  rate: { period: 1 },
};

/** Needs tracefs. */
export function tracepoint(system: string, name: string): PlannedEvent {
  const id = readFileSync(`/sys/kernel/tracing/events/${system}/${name}/id`, 'utf8').trim();
  return {
    name: `${system}:${name}`,
    type: eventTypes.tracepoint,
    config: BigInt(id),
    tracepoint: { system, name },
    rate: { period: 1 },
  };
}

export function planOf(
  target: RecordingTarget,
  output: string,
  rest: Partial<RecordingPlan> = {},
): RecordingPlan {
  return {
    target,
    output,
    events: [cpuClock],
    rate: { frequencyHz: 999 },
    callGraph: { mode: 'fp' },
    inherit: true,
    offCpu: false,
    ...rest,
  };
}
