import { refusal, tryOpenEvent } from '../../platform/perf-events/open-event.ts';
import { errno } from '../../platform/sys/errno-table.ts';
import type { Sys } from '../../platform/sys/sys.ts';
import { attrOf, type KernelTerms, type NewPart, newestParts } from './capture-attrs.ts';
import { placeOf, type Watched } from './capture-target.ts';
import type { PlannedEvent, RecordingPlan } from './recording-plan.ts';

/** What the kernel agreed to. */
export interface SettledEvents {
  readonly terms: KernelTerms;
  /** As many as planned, each itself or what takes its place. */
  readonly events: readonly PlannedEvent[];
  readonly notes: readonly string[];
}

interface Asking {
  readonly sys: Sys;
  readonly plan: RecordingPlan;
  readonly watched: Watched;
  readonly arch: string;
  readonly paranoid: number | undefined;
}

/** Asks for each event once, on the first task, and gives in where the kernel refuses. */
export function settleEvents(asking: Asking): SettledEvents {
  let terms: KernelTerms = { dropped: new Set(), excludeKernel: false, withoutBranches: false };
  const notes: string[] = [];
  const events = asking.plan.events.map((planned) => {
    let event = planned;
    for (;;) {
      const refused = refusedWith(asking, event, terms);
      if (refused === 0) return event;
      const next = giveIn(asking, event, terms, refused);
      notes.push(...next.notes);
      terms = next.terms;
      event = next.event;
    }
  });
  return { terms, events, notes };
}

/** 0 or the error number. */
function refusedWith(asking: Asking, event: PlannedEvent, terms: KernelTerms): number {
  const { sys, plan, watched, arch } = asking;
  const attr = attrOf({
    event,
    plan,
    terms,
    arch,
    isTracking: true,
    start: 'when told',
    wakeupBytes: 4096,
  });
  const probe = event.probedFile === undefined ? undefined : probedFile(sys, event.probedFile);
  const complete = probe === undefined ? attr : { ...attr, config1: probe.address };
  const pid = watched.tids()[0];
  if (pid === undefined) return errno.ESRCH;
  const fd = tryOpenEvent(sys, complete, placeOf(watched, pid, watched.cpus[0] ?? 0));
  if (fd < 0) return -fd;
  sys.close(fd);
  return 0;
}

/** The path of a uprobe as the kernel wants it; keep `bytes` referenced until events are open. */
export function probedFile(sys: Sys, path: string): { address: bigint; bytes: Uint8Array } {
  const bytes = Buffer.alloc(8192);
  bytes.write(path);
  return { address: sys.addressOf(bytes), bytes };
}

interface Concession {
  readonly event: PlannedEvent;
  readonly terms: KernelTerms;
  readonly notes: readonly string[];
}

function giveIn(
  asking: Asking,
  event: PlannedEvent,
  terms: KernelTerms,
  refused: number,
): Concession {
  const excludesKernel = terms.excludeKernel || event.excludeKernel === true;
  if (refused === errno.EINVAL) {
    const part = newestParts.find((name) => !terms.dropped.has(name));
    if (part !== undefined) return { event, terms: without(terms, part), notes: [] };
  }
  const isDenied = refused === errno.EACCES || refused === errno.EPERM;
  if (isDenied && !excludesKernel && event.excludeUser !== true) {
    return { event, terms: { ...terms, excludeKernel: true }, notes: [kernelNote(asking)] };
  }
  const isAbsent =
    refused === errno.ENOENT || refused === errno.ENODEV || refused === errno.EOPNOTSUPP;
  if (isAbsent && (event.preciseIp ?? 0) > 0) {
    return { event: { ...event, preciseIp: 0 }, terms, notes: [preciseNote(event)] };
  }
  const usesBranches = (event.callGraph ?? asking.plan.callGraph).mode === 'lbr';
  if (isAbsent && usesBranches && !terms.withoutBranches) {
    return { event, terms: { ...terms, withoutBranches: true }, notes: [branchNote] };
  }
  if (isAbsent && event.fallback !== undefined) {
    const note = `this machine has no event ${event.name}: sampled by ${event.fallback.name} instead`;
    return { event: event.fallback, terms, notes: [note] };
  }
  throw refusal({
    name: event.name,
    errno: refused,
    excludeKernel: excludesKernel,
    target: asking.watched.description,
    paranoid: asking.paranoid,
  });
}

function without(terms: KernelTerms, part: NewPart): KernelTerms {
  return { ...terms, dropped: new Set([...terms.dropped, part]) };
}

function kernelNote({ paranoid }: Asking): string {
  const why = paranoid === undefined ? 'not permitted' : `perf_event_paranoid is ${paranoid}`;
  return `the kernel's part is not recorded: ${why} (sudo sysctl kernel.perf_event_paranoid=1 allows it)`;
}

function preciseNote({ name }: PlannedEvent): string {
  return `${name} is sampled with skid: this machine cannot do it precisely`;
}

const branchNote =
  'this machine records no branches (lbr): call chains come from frame pointers instead';
