import { readlinkSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename } from 'node:path';
import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { maxSampleRate } from '../platform/machine-facts.ts';
import {
  type CallGraphChoice,
  chooseCallGraph,
  chooseForMachine,
  doubtFramePointers,
} from '../record/native/call-graph-choice.ts';
import { machineEventSources } from '../record/native/events/event-sources.ts';
import { defaultEvents, resolveEvents } from '../record/native/events/resolve-events.ts';
import type { PlannedEvent, RecordingPlan } from '../record/native/recording-plan.ts';
import type { RuntimeTarget } from '../record/native/runtime-target.ts';
import {
  findProgram,
  type ImageFacts,
  isLauncher,
  readTargetImages,
} from '../record/native/target-images.ts';
import type { SamplingFlags } from './record-flags.ts';

/** A prime-like rate that does not beat with timers of whole milliseconds. */
export const defaultNativeHz = 999;

/** A plan, and why stacks are walked the way they are; undefined when the user said so. */
export interface ChosenPlan {
  readonly plan: Omit<RecordingPlan, 'output'>;
  readonly callGraphWhy: string | undefined;
  /** To be said before the program runs. */
  readonly doubt: string | undefined;
}

export interface PlanRequest {
  readonly words: readonly string[];
  readonly runtime: RuntimeTarget;
  /** Whether kernel stacks at switch-out may be had, which `--off-cpu` is exact with. */
  readonly maySeeKernel: boolean;
}

/** From flags to what the recorder does. */
export function planRecording(host: Host, request: PlanRequest, flags: SamplingFlags): ChosenPlan {
  const target = targetOf(request, flags);
  const rate = rateOf(flags);
  const chosen = callGraphOf(host, target, request, flags);
  return {
    plan: {
      target,
      events: eventsOf(host, request, flags),
      rate,
      callGraph: chosen.callGraph,
      inherit: flags.inherit,
      ...(flags.delay !== undefined && { delayMs: flags.delay }),
      ...(flags.duration !== undefined && { durationMs: flags.duration }),
      ...(flags.mmapPages !== undefined && { ringPages: flags.mmapPages }),
      offCpu: flags.offCpu === true || flags.latency === true,
    },
    callGraphWhy: chosen.why,
    doubt: chosen.doubt,
  };
}

function targetOf(request: PlanRequest, flags: SamplingFlags): RecordingPlan['target'] {
  const { words } = request;
  const isSystem = flags.allCpus === true || flags.cpus !== undefined;
  const ways = [
    words.length > 0,
    flags.pid !== undefined,
    flags.tid !== undefined,
    isSystem,
    flags.cgroup !== undefined,
  ];
  const chosen = ways.filter(Boolean).length;
  if (chosen === 0) {
    throw new ToolError('usage', 'nothing to record', {
      hint: 'plateau record -- ./app, plateau record -p PID, or plateau record -a --duration 5',
    });
  }
  if (chosen > 1) {
    throw new ToolError('usage', '-p, -t, -a and --cgroup exclude each other', {
      hint: 'choose one',
    });
  }
  if (flags.pid !== undefined) return { kind: 'attach', pids: flags.pid };
  if (flags.tid !== undefined) return { kind: 'attach', pids: flags.tid, threadsOnly: true };
  if (flags.cgroup !== undefined) return { kind: 'cgroup', path: flags.cgroup };
  if (isSystem) return { kind: 'system', ...(flags.cpus !== undefined && { cpus: flags.cpus }) };
  return { kind: 'launch', command: words, environment: request.runtime.environment };
}

function rateOf(flags: SamplingFlags): RecordingPlan['rate'] {
  if (flags.count !== undefined) {
    if (flags.frequency !== undefined) {
      throw new ToolError('usage', '-F and -c exclude each other', {
        hint: '-F 999 samples by time, -c 1000 every 1000 events',
      });
    }
    return { period: flags.count };
  }
  const most = maxSampleRate();
  if (flags.frequency === 'max') return { frequencyHz: most };
  const frequencyHz = flags.frequency ?? Math.min(defaultNativeHz, most);
  if (frequencyHz > most) {
    throw new ToolError('usage', `-F ${frequencyHz} is more than the kernel allows: ${most}`, {
      hint: `-F max, or sudo sysctl kernel.perf_event_max_sample_rate=${frequencyHz}`,
    });
  }
  return { frequencyHz };
}

/** Every switch with its stack: what makes off-CPU time exact. */
const switchEvent: PlannedEvent = {
  name: 'context-switches',
  type: 1,
  config: 3n,
  rate: { period: 1 },
};

function eventsOf(host: Host, request: PlanRequest, flags: SamplingFlags): PlannedEvent[] {
  const sources = machineEventSources({ cwd: host.cwd, path: host.env['PATH'] ?? '' });
  const isRated = flags.frequency !== undefined || flags.count !== undefined;
  const asked = flags.event ?? [];
  const events = asked.flatMap(({ text, filter }) =>
    resolveEvents([text], sources).map((event) => withFilter(event, filter)),
  );
  const chosen = events.length > 0 ? events : defaultEvents();
  // A rate that the user states holds for every event; otherwise rare ones are all recorded.
  const rated = isRated ? chosen.map(withoutRate) : chosen;
  const hasSwitches = rated.some(({ name }) => /^(context-switches|sched:sched_switch)/.test(name));
  const addsSwitches = flags.offCpu === true && request.maySeeKernel && !hasSwitches;
  return addsSwitches ? [...rated, switchEvent] : rated;
}

function withFilter(event: PlannedEvent, filter: string | undefined): PlannedEvent {
  if (filter === undefined) return event;
  if (event.tracepoint === undefined) {
    throw new ToolError('usage', `--filter is for tracepoints, and ${event.name} is none`, {
      hint: "-e sched:sched_switch --filter 'prev_pid != 0'",
    });
  }
  return { ...event, filter };
}

function withoutRate(event: PlannedEvent): PlannedEvent {
  const isSite = event.tracepoint !== undefined || event.probedFile !== undefined;
  const { rate: _, ...rest } = event;
  return isSite ? event : rest;
}

interface MaybeWhy {
  readonly callGraph: CallGraphChoice['callGraph'];
  readonly why: string | undefined;
  readonly doubt?: string | undefined;
}

function callGraphOf(
  host: Host,
  target: RecordingPlan['target'],
  { runtime }: PlanRequest,
  flags: SamplingFlags,
): MaybeWhy {
  const { callGraph = 'auto' } = flags;
  if (callGraph !== 'auto') {
    const isDoubtful = callGraph.mode === 'fp' && !runtime.framePointers;
    const programs = isDoubtful ? programsOf(host, target).map(({ images }) => images) : [];
    return { callGraph, why: undefined, doubt: programs.map(doubtFramePointers).find(Boolean) };
  }
  if (target.kind === 'system' || target.kind === 'cgroup') {
    const rate = rateOf(flags);
    const hz = 'frequencyHz' in rate ? rate.frequencyHz : defaultNativeHz;
    return chooseForMachine(cpus().length, hz);
  }
  if (runtime.framePointers) {
    return {
      callGraph: { mode: 'fp' },
      why: `code made by ${runtime.runtime} keeps frame pointers`,
    };
  }
  const choices = programsOf(host, target).map(({ launcher, images }) => {
    const choice = chooseCallGraph(images);
    return launcher === undefined
      ? choice
      : { ...choice, why: `${launcher} may start any program` };
  });
  // Dumps serve every program; frame pointers only those that have them.
  return (
    choices.find(({ callGraph: each }) => each.mode === 'dwarf') ??
    choices[0] ??
    chooseCallGraph([])
  );
}

interface TargetProgram {
  /** Its name, where what it starts is meant and not known yet. */
  readonly launcher?: string;
  readonly images: readonly ImageFacts[];
}

/** The programs that are known beforehand, with their libraries. */
function programsOf(host: Host, target: RecordingPlan['target']): TargetProgram[] {
  const lookup = { cwd: host.cwd, path: host.env['PATH'] ?? '' };
  if (target.kind === 'attach') {
    const programs = target.pids.map(exeOf).filter((program) => program !== undefined);
    return programs.map((program) => ({ images: readTargetImages(program, lookup) }));
  }
  if (target.kind !== 'launch') return [];
  const program = findProgram(target.command[0] ?? '', lookup);
  if (program === undefined) return [];
  // A shell that runs already is itself meant; of one that is launched, what it starts.
  if (isLauncher(program)) return [{ launcher: basename(program), images: [] }];
  return [{ images: readTargetImages(program, lookup) }];
}

function exeOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return undefined;
  }
}
