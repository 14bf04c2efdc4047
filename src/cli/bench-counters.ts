import type { MissingCounters } from '../analysis/index.ts';
import type { Host } from '../platform/host.ts';
import type { CountedEvent } from '../platform/perf-events/stat-counters.ts';
import { machineEventSources, resolveEvents, samplingRight } from '../record/index.ts';

/** What says most about why a program got faster, in as many events as any processor counts at once. */
const usualEvents = ['instructions', 'cycles', 'branch-misses', 'cache-misses'];

export interface ChosenCounters {
  readonly events: readonly CountedEvent[];
  /** What is not among those that count; null when nothing is missing. */
  missing(counting: readonly string[]): MissingCounters | null;
}

/**
 * The events of `--counters`. Where counting is not permitted the usual ones are left out with a note;
 * those asked for by name are tried all the same, and the kernel's refusal is the error.
 */
export function chosenCounters(host: Host, text: string): ChosenCounters {
  const isAuto = text === 'auto';
  const right = samplingRight();
  if (isAuto && !right.allowed) {
    const reason = `${right.reason}; ${right.fix}`;
    return { events: [], missing: () => ({ names: usualEvents, reason }) };
  }
  const sources = machineEventSources({ cwd: host.cwd, path: host.env['PATH'] ?? '' });
  const events = resolveEvents(isAuto ? usualEvents : [text], sources);
  return { events, missing: (counting) => missingOf(events, counting) };
}

function missingOf(
  events: readonly CountedEvent[],
  counting: readonly string[],
): MissingCounters | null {
  const names = events
    .map(({ name }) => name)
    .filter((name) => !counting.includes(name) && !counting.includes(`${name}:u`));
  const reason = 'this machine has no such counters, as is usual for virtual machines';
  return names.length === 0 ? null : { names, reason };
}
