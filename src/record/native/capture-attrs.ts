import { type AttrFlag, type EventAttr, emptyAttr } from '../../perf/attr.ts';
import { eventTypes, readBits, sampleBits } from '../../perf/attr-table.ts';
import type { CallGraph, PlannedEvent, RecordingPlan, RecordingTarget } from './recording-plan.ts';

/** What older kernels do not know, newest first: dropped in this order while they answer EINVAL. */
export const newestParts = ['lostCount', 'buildId', 'ksymbol'] as const;
export type NewPart = (typeof newestParts)[number];

/** What was settled by asking the kernel. */
export interface KernelTerms {
  readonly dropped: ReadonlySet<NewPart>;
  /** The user may not see what the kernel does. */
  readonly excludeKernel: boolean;
  /** No branch records here: frame pointers instead. */
  readonly withoutBranches: boolean;
}

export interface AttrRequest {
  readonly event: PlannedEvent;
  readonly plan: RecordingPlan;
  readonly terms: KernelTerms;
  readonly arch: string;
  /** Carries mappings, names, forks and switches of the tasks it watches. */
  readonly isTracking: boolean;
  readonly start: 'at once' | 'on exec' | 'when told';
  readonly wakeupBytes: number;
}

/** In every sample, in this order: identifier, ip, pid and tid, time, cpu, period. */
const everySample =
  sampleBits.identifier |
  sampleBits.ip |
  sampleBits.tid |
  sampleBits.time |
  sampleBits.cpu |
  sampleBits.period;

/** From the start of a sample: header, identifier, ip, pid and tid come before. */
export const sampleTimeOffset = 32;
const clockMonotonic = 1;

/** Every register that an unwinder may need: x86-64 without segments (perf's choice), all of aarch64. */
const userRegisters: Readonly<Record<string, bigint>> = {
  x64: 0xff0fffn,
  arm64: (1n << 33n) - 1n,
};

/** `PERF_SAMPLE_BRANCH_*`: the processor's own call stack of user code, without what nobody reads. */
const branchCallStack = 0x1n | (1n << 11n) | (1n << 14n) | (1n << 15n);

export function attrOf(request: AttrRequest): EventAttr {
  const { event, plan, terms, arch } = request;
  const rate = event.rate ?? plan.rate;
  const graph = graphOf(event.callGraph ?? plan.callGraph, terms);
  return {
    ...emptyAttr,
    type: event.type,
    config: event.config,
    config1: event.config1 ?? 0n,
    config2: event.config2 ?? 0n,
    period: 'period' in rate ? rate.period : rate.frequencyHz,
    preciseIp: event.preciseIp ?? 0,
    sampleType: everySample | graphBits[graph.mode] | (event.tracepoint ? sampleBits.raw : 0),
    readFormat: readBits.id | (terms.dropped.has('lostCount') ? 0 : readBits.lost),
    flags: flagsOf(request, 'frequencyHz' in rate, graph),
    wakeup: request.wakeupBytes,
    branchSampleType: graph.mode === 'lbr' ? branchCallStack : 0n,
    userRegisters: graph.mode === 'dwarf' ? (userRegisters[arch] ?? 0n) : 0n,
    userStackSize: graph.mode === 'dwarf' ? graph.stackBytes : 0,
    clockId: clockMonotonic,
  };
}

function graphOf(graph: CallGraph, terms: KernelTerms): CallGraph {
  return graph.mode === 'lbr' && terms.withoutBranches ? { mode: 'fp' } : graph;
}

const graphBits: Readonly<Record<CallGraph['mode'], number>> = {
  none: 0,
  fp: sampleBits.callchain,
  lbr: sampleBits.callchain | sampleBits.branchStack,
  dwarf: sampleBits.callchain | sampleBits.userRegisters | sampleBits.userStack,
};

function flagsOf(request: AttrRequest, isFrequency: boolean, graph: CallGraph): Set<AttrFlag> {
  const { event, plan, terms, start } = request;
  // Without excludeGuest perf shows the event as cpu-clock:HG.
  const flags = new Set<AttrFlag>(['watermark', 'sampleIdAll', 'useClockId', 'excludeGuest']);
  if (start !== 'at once') flags.add('disabled');
  if (start === 'on exec') flags.add('enableOnExec');
  if (plan.inherit && canInherit(plan.target)) flags.add('inherit');
  if (isFrequency) flags.add('frequency');
  if (event.excludeUser === true) flags.add('excludeUser');
  if (event.excludeKernel === true || terms.excludeKernel) flags.add('excludeKernel');
  if (event.excludeHypervisor === true || terms.excludeKernel) flags.add('excludeHypervisor');
  // The user's part of the chain is in the copied stack; frame pointers would repeat it, or lie.
  if (graph.mode === 'dwarf') flags.add('excludeCallchainUser');
  if (request.isTracking) for (const flag of trackingFlags(request)) flags.add(flag);
  return flags;
}

/** All tasks are watched anyway, or only those named. */
function canInherit(target: RecordingTarget): boolean {
  return target.kind === 'launch' || (target.kind === 'attach' && target.threadsOnly !== true);
}

function trackingFlags({ plan, terms }: AttrRequest): AttrFlag[] {
  const flags: AttrFlag[] = ['mmap', 'mmap2', 'comm', 'commExec', 'task'];
  if (!terms.dropped.has('buildId')) flags.push('buildId');
  if (!terms.dropped.has('ksymbol') && !terms.excludeKernel) flags.push('ksymbol');
  // perf finds where an image starts by its lowest mapping, which holds no code.
  if (plan.callGraph.mode === 'dwarf') flags.push('mmapData');
  if (plan.offCpu) flags.push('contextSwitch');
  return flags;
}

/** Counts nothing; only there to carry what tracking brings. */
export const dummyEvent: PlannedEvent = {
  name: 'dummy',
  type: eventTypes.software,
  config: 9n,
  rate: { period: 1 },
  callGraph: { mode: 'none' },
};

/**
 * Whether tracking needs an event of its own: while the others wait for a delay to pass, or for their
 * turn on the hardware, they would miss mappings.
 */
export function needsDummy(plan: RecordingPlan): boolean {
  if (plan.target.kind === 'launch' && (plan.delayMs ?? 0) > 0) return true;
  const { software, tracepoint } = eventTypes;
  const takesTurns = plan.events.some(({ type }) => type !== software && type !== tracepoint);
  return plan.events.length > 1 && takesTurns;
}
