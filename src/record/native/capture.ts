import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { present } from '../../base/assert.ts';
import type { Host } from '../../platform/host.ts';
import { ignoresHangup } from '../../platform/launcher.ts';
import type { Drained } from '../../platform/perf-events/drain.ts';
import { DrainHere } from '../../platform/perf-events/drain-here.ts';
import type { Drainer } from '../../platform/perf-events/drainer.ts';
import {
  findProcess,
  isRunning,
  listProcesses,
  readProcessorTimeNs,
} from '../../platform/process-files.ts';
import { loadSys, type Sys } from '../../platform/sys/sys.ts';
import { sampleTimeOffset } from './capture-attrs.ts';
import { finishFile } from './capture-ending.ts';
import { CaptureFile, tableReserve } from './capture-file.ts';
import { type OpenedPlan, openPlan } from './capture-opening.ts';
import { handleSignals } from './capture-signals.ts';
import { Synthesis } from './capture-synthesis.ts';
import { type Watched, watch } from './capture-target.ts';
import { readChildrenTimeNs } from './capture-times.ts';
import type { Captured, RecordingPlan, TargetOutcome } from './recording-plan.ts';

export interface CaptureOptions {
  /** Ends the recording as Ctrl-C would. */
  readonly stop?: AbortSignal;
  /** Shown as the version in the file's header. */
  readonly version?: string;
  /** Where the drain thread's program is, when it is not beside the code. */
  readonly drainProgram?: URL;
  /** Where tracefs is mounted. */
  readonly tracefs?: string;
  /** Called when samples are being taken. */
  readonly onStart?: () => void;
}

/**
 * Records what the plan says into a perf.data file. Returns when the target has ended, the time is over
 * or the user has had enough; whatever was captured until then is in the file, also after a failure.
 */
export async function capture(
  host: Host,
  plan: RecordingPlan,
  options: CaptureOptions = {},
): Promise<Captured> {
  const sys = loadSys();
  const cpuBefore = process.cpuUsage();
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  options.stop?.addEventListener('abort', stop, { once: true });
  if (options.stop?.aborted === true) stop();
  const thread = await drainerFor(sys, plan, options);
  let watched: Watched | undefined;
  let opened: OpenedPlan | undefined;
  try {
    if (plan.target.kind !== 'launch') await delay(plan.delayMs, stopped.signal);
    watched = await watch(host, plan.target);
    using _signals = handleSignals(watched.paused, stop, ignoresHangup(host.env));
    // Events of running threads write and count from when they are opened, those of others from later on.
    if (plan.target.kind === 'attach') await thread.ready();
    const before = startOf(sys, plan);
    opened = openPlan(sys, plan, watched, options);
    const session = await record({ sys, plan, watched, opened, thread, options, stopped, before });
    const cpu = process.cpuUsage(cpuBefore);
    return { ...session, recorderCpuNs: (cpu.user + cpu.system) * 1000 };
  } catch (error) {
    watched?.paused?.abandon();
    throw error;
  } finally {
    await thread.close();
    opened?.events[Symbol.dispose]();
    watched?.[Symbol.dispose]();
    options.stop?.removeEventListener('abort', stop);
  }
}

/** Timers of a recording that has an end of its own are late by this at most. */
const timerWaitMs = 20;

/**
 * A thread of its own for what may last and fill many rings. A program that is launched, which most
 * often runs shortly, is recorded from here: a thread costs 45 ms of processor time to start.
 */
async function drainerFor(
  sys: Sys,
  plan: RecordingPlan,
  options: CaptureOptions,
): Promise<Drainer> {
  if (plan.target.kind !== 'launch') {
    const { DrainThread } = await import('../../platform/perf-events/drain-thread.ts');
    return new DrainThread(sys, options.drainProgram);
  }
  const isTimed = plan.durationMs !== undefined || plan.delayMs !== undefined;
  return new DrainHere(sys, isTimed ? timerWaitMs : undefined);
}

interface Session {
  readonly sys: Sys;
  readonly plan: RecordingPlan;
  readonly watched: Watched;
  readonly opened: OpenedPlan;
  readonly thread: Drainer;
  readonly options: CaptureOptions;
  readonly stopped: AbortController;
  readonly before: Start;
}

interface Start {
  readonly ns: bigint;
  readonly targetCpuNs: number | undefined;
}

function startOf(sys: Sys, plan: RecordingPlan): Start {
  return { ns: process.hrtime.bigint(), targetCpuNs: targetTimeNs(sys, plan) };
}

async function record(session: Session): Promise<Omit<Captured, 'recorderCpuNs'>> {
  const { sys, plan, watched, opened, thread, options } = session;
  const file = new CaptureFile(plan.output, opened.fileEvents, opened.features);
  const synthesis = new Synthesis(
    present(opened.fileEvents[0], 'event').attr.sampleType,
    plan.callGraph.mode === 'dwarf',
  );
  synthesis.eventNames(opened.fileEvents);
  synthesis.kernel();
  file.append(synthesis.take());
  await thread.ready();
  const start = plan.target.kind === 'attach' ? session.before : startOf(sys, plan);
  startEvents(session, synthesis, file);
  thread.begin({
    rings: opened.events.rings,
    output: file.fd,
    dataOffset: file.dataOffset,
    dataSize: file.dataSize,
    reserveBytes: tableReserve,
    sampleTimeOffset,
  });
  watched.paused?.release();
  options.onStart?.();
  const { drained, end, notes } = await untilOver(session);
  const durationNs = Number(process.hrtime.bigint() - start.ns);
  const left = end === undefined ? [] : stillRunning(drained.tally.running);
  const cpuNs = difference(targetTimeNs(sys, plan), start.targetCpuNs);
  const rest = finishFile({ opened, file, drained, synthesis, plan });
  return {
    path: plan.output,
    end,
    targetCpuNs: left.length > 0 ? undefined : cpuNs,
    durationNs,
    roots: drained.roots,
    ...rest,
    notes: [...rest.notes, ...notes, ...runningNotes(left)],
  };
}

/** Enables what is not enabled by the target's exec, and says what runs already. */
function startEvents({ plan, opened }: Session, synthesis: Synthesis, file: CaptureFile): void {
  const { target } = plan;
  if (target.kind === 'launch') return;
  if (target.kind === 'attach') {
    // Their events are enabled already, so that nothing falls between listing and enabling.
    for (const pid of target.pids) synthesis.process(findProcess(pid) ?? pid);
  } else {
    for (const pid of listProcesses()) synthesis.process(pid);
    opened.events.enable();
    for (const pid of listProcesses()) synthesis.process(pid);
  }
  file.append(synthesis.take());
}

interface Over {
  readonly drained: Drained;
  readonly end: TargetOutcome | undefined;
  readonly notes: readonly string[];
}

async function untilOver(session: Session): Promise<Over> {
  const { watched, opened, thread, stopped } = session;
  const target = watched.paused?.ended();
  const userStops = new Promise<'stopped'>((resolve) => {
    const { signal } = stopped;
    if (signal.aborted) resolve('stopped');
    signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  const timers = new AbortController();
  try {
    const timeIsOver = runTimers(session, timers.signal);
    const drainEnds = thread.ended();
    const why = await Promise.race([
      drainEnds.then(() => 'drained' as const),
      ...(target === undefined ? [] : [target.then(() => 'ended' as const)]),
      userStops,
      timeIsOver,
    ]);
    opened.events.disable();
    thread.requestStop();
    const drained = await drainEnds;
    // The rings may hang up a moment before the target is reaped; and after a full disk it runs on.
    const waits = target !== undefined && (why === 'drained' || why === 'ended');
    const end = waits ? await Promise.race([target, userStops, timeIsOver]) : why;
    if (end === 'time') return { drained, end: undefined, notes: await endTarget(watched) };
    if (typeof end === 'object') return { drained, end, notes: [] };
    watched.paused?.leaveRunning();
    return { drained, end: undefined, notes: leftNotes(watched) };
  } finally {
    timers.abort();
  }
}

/** How long a target may take to end when it is asked to. */
const graceMs = 2000;

/** After the duration a launched target is ended, as `timeout` would: nobody else knows of it. */
async function endTarget({ paused }: Watched): Promise<string[]> {
  if (paused === undefined) return [];
  paused.signal('SIGTERM');
  const waiting = new AbortController();
  const end = await Promise.race([paused.ended(), delay(graceMs, waiting.signal)]);
  waiting.abort();
  if (end !== undefined) return [];
  paused.leaveRunning();
  return [`pid ${paused.pid} still runs: SIGTERM after the duration did not end it`];
}

function leftNotes({ paused }: Watched): string[] {
  return paused === undefined
    ? []
    : [`pid ${paused.pid} still runs: the recording ended before it`];
}

/** A process that put itself into the background outlives the one that was launched. */
function stillRunning(pids: readonly number[]): number[] {
  return pids.filter((pid) => isRunning(pid));
}

/** So many are named. */
const mostNamed = 5;

function runningNotes(pids: readonly number[]): string[] {
  if (pids.length === 0) return [];
  const named = pids.slice(0, mostNamed).join(',');
  const verb =
    pids.length === 1
      ? 'process that it started still runs'
      : 'processes that it started still run';
  return [
    `${pids.length} ${verb}, and the recording ended with the program: plateau record -p ${named} goes on`,
  ];
}

/** The delay before sampling a launched target, then the duration; never ends without a duration. */
async function runTimers({ plan, opened }: Session, signal: AbortSignal): Promise<'time'> {
  if (plan.target.kind === 'launch' && (plan.delayMs ?? 0) > 0) {
    await delay(plan.delayMs, signal);
    if (!signal.aborted) opened.events.enable();
  }
  if (plan.durationMs === undefined) return new Promise<'time'>(() => undefined);
  await delay(plan.durationMs, signal);
  return 'time';
}

async function delay(milliseconds: number | undefined, signal: AbortSignal): Promise<void> {
  if (milliseconds === undefined || milliseconds <= 0) return;
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

function targetTimeNs(sys: Sys, { target }: RecordingPlan): number | undefined {
  if (target.kind === 'launch') return readChildrenTimeNs(sys);
  if (target.kind !== 'attach') return undefined;
  // /proc/TID/stat has the time of the whole process; a thread's own stands below it.
  const times = target.pids.map((pid) =>
    readProcessorTimeNs(pid, target.threadsOnly === true ? `/proc/${pid}/task` : '/proc'),
  );
  return times.reduce((sum, time) => add(sum, time), 0);
}

function add(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

function difference(after: number | undefined, before: number | undefined): number | undefined {
  return after === undefined || before === undefined ? undefined : after - before;
}
