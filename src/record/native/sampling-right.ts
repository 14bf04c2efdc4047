import { ToolError } from '../../base/tool-error.ts';
import { type EventAttr, emptyAttr } from '../../perf/attr.ts';
import { eventTypes } from '../../perf/attr-table.ts';
import { perfEventParanoid } from '../../platform/machine-facts.ts';
import { tryOpenEvent } from '../../platform/perf-events/open-event.ts';
import { errno, errnoName } from '../../platform/sys/errno-table.ts';
import { loadSys, type Sys } from '../../platform/sys/sys.ts';

/** Whether the kernel lets this process sample, found out by asking it. */
export type SamplingRight =
  | { readonly allowed: true; readonly kernel: boolean }
  | { readonly allowed: false; readonly reason: string; readonly fix: string };

export function samplingRight(): SamplingRight {
  let sys: Sys;
  try {
    sys = loadSys();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { allowed: false, reason: error.message, fix: error.hint ?? 'plateau doctor' };
  }
  if (opens(sys, false) === 0) return { allowed: true, kernel: true };
  const failure = opens(sys, true);
  return failure === 0 ? { allowed: true, kernel: false } : refusedRight(failure);
}

/** 0, or the error of opening a clock on ourselves. */
function opens(sys: Sys, excludeKernel: boolean): number {
  const attr: EventAttr = {
    ...emptyAttr,
    type: eventTypes.software,
    period: 1_000_000,
    flags: new Set(['disabled', ...(excludeKernel ? (['excludeKernel'] as const) : [])]),
  };
  const file = tryOpenEvent(sys, attr, { pid: 0, cpu: -1 });
  if (file < 0) return -file;
  sys.close(file);
  return 0;
}

function refusedRight(failure: number): SamplingRight {
  const level = perfEventParanoid();
  if (failure === errno.ENOSYS || level === undefined) {
    const fix = 'boot a kernel with CONFIG_PERF_EVENTS; in a container allow perf_event_open';
    return { allowed: false, reason: 'this kernel has no perf events', fix };
  }
  if (level > 2) {
    const fix = 'sudo sysctl kernel.perf_event_paranoid=1, or run as root';
    return { allowed: false, reason: `perf_event_paranoid is ${level}`, fix };
  }
  return {
    allowed: false,
    reason: `perf_event_open is refused (${errnoName(failure)})`,
    fix: 'in a container: --cap-add PERFMON and a seccomp profile that allows perf_event_open',
  };
}
