import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import process from 'node:process';
import { ToolError } from '../../../base/tool-error.ts';
import type { Host } from '../../../platform/host.ts';
import { ignoresHangup } from '../../../platform/launcher.ts';
import { readMachineFacts } from '../../../platform/machine-facts.ts';
import { PausedTarget } from '../../../platform/paused-target.ts';
import type { EventPlace } from '../../../platform/perf-events/open-event.ts';
import { type CounterOptions, StatCounters } from '../../../platform/perf-events/stat-counters.ts';
import { loadSys, type Sys } from '../../../platform/sys/sys.ts';
import { handleSignals } from '../capture-signals.ts';
import type { PlannedEvent } from '../recording-plan.ts';
import { type StatRun, type StatSummary, summarizeRuns } from './stat-summary.ts';

export type CountTarget =
  | { readonly kind: 'launch'; readonly command: readonly string[] }
  | { readonly kind: 'attach'; readonly pids: readonly number[] }
  | { readonly kind: 'system' };

export interface CountPlan {
  readonly target: CountTarget;
  readonly events: readonly PlannedEvent[];
  readonly runs: number;
  readonly inherit: boolean;
  readonly durationMs?: number;
}

export interface Counted {
  readonly summary: StatSummary;
  /** Of the last run that was launched, or 0. */
  readonly status: number;
}

/** Counts events of a program from its first instruction on, of processes, or of the machine. */
export async function countTarget(host: Host, plan: CountPlan): Promise<Counted> {
  const sys = loadSys();
  const { target } = plan;
  if (target.kind !== 'launch') {
    const { names, run } = await countForTime(host, sys, plan);
    return { summary: summarizeRuns(names, [run]), status: 0 };
  }
  const runs: StatRun[] = [];
  let names: readonly string[] = [];
  let status = 0;
  while (runs.length < plan.runs) {
    const result = await countLaunch(host, sys, plan, target.command);
    names = result.names;
    status = result.status;
    runs.push(result.run);
    // A run that was interrupted is the last.
    if (result.isInterrupted) break;
  }
  return { summary: summarizeRuns(names, runs), status };
}

interface CountedRun {
  readonly names: readonly string[];
  readonly run: StatRun;
}

async function countLaunch(
  host: Host,
  sys: Sys,
  plan: CountPlan,
  command: readonly string[],
): Promise<CountedRun & { readonly status: number; readonly isInterrupted: boolean }> {
  const paused = await PausedTarget.start({ command, env: host.env, cwd: host.cwd });
  using counters = openOrAbandon(sys, plan, paused);
  using _signals = handleSignals(paused, () => undefined, ignoresHangup(host.env));
  const before = childTimes(sys);
  const startMs = host.now();
  paused.release();
  const end = await paused.ended();
  const wallNs = (host.now() - startMs) * 1e6;
  const after = childTimes(sys);
  const run: StatRun = {
    readings: counters.read(),
    wallNs,
    userNs: after.userNs - before.userNs,
    systemNs: after.systemNs - before.systemNs,
  };
  const isInterrupted = end.signal === 'SIGINT' || end.signal === 'SIGTERM';
  return { names: counters.names, run, status: end.status, isInterrupted };
}

/** A program that cannot be counted does not run. */
function openOrAbandon(sys: Sys, plan: CountPlan, paused: PausedTarget): StatCounters {
  try {
    const options = counterOptions(plan, `pid ${paused.pid}`);
    return new StatCounters(sys, plan.events, [{ pid: paused.pid, cpu: -1 }], options);
  } catch (error) {
    paused.abandon();
    throw error;
  }
}

async function countForTime(host: Host, sys: Sys, plan: CountPlan): Promise<CountedRun> {
  const places = placesOf(plan.target);
  const shown =
    plan.target.kind === 'attach' ? `pid ${plan.target.pids.join(', ')}` : 'all processes';
  using counters = new StatCounters(sys, plan.events, places, counterOptions(plan, shown));
  counters.enable();
  const startMs = host.now();
  await timeOrSignal(plan);
  counters.disable();
  const wallNs = (host.now() - startMs) * 1e6;
  const run = { readings: counters.read(), wallNs, userNs: undefined, systemNs: undefined };
  return { names: counters.names, run };
}

function counterOptions(plan: CountPlan, target: string): CounterOptions {
  return {
    enableOnExec: plan.target.kind === 'launch',
    inherit: plan.inherit && plan.target.kind !== 'system',
    target,
    paranoid: readMachineFacts().perfEventParanoid,
  };
}

function placesOf(target: CountTarget): EventPlace[] {
  if (target.kind === 'attach') {
    return target.pids.flatMap((pid) => threadsOf(pid).map((tid) => ({ pid: tid, cpu: -1 })));
  }
  return cpus().map((_, cpu) => ({ pid: -1, cpu }));
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch (error) {
    throw new ToolError('not-found', `there is no process ${pid}`, {
      hint: 'ps -e lists those that run',
      cause: error,
    });
  }
}

const lookMs = 100;

/** Until the time is over, Ctrl-C, or no process is left. */
function timeOrSignal({ durationMs, target }: CountPlan): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      clearInterval(watch);
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, finish);
      resolve();
    };
    const timer = setTimeout(finish, durationMs ?? 2 ** 31 - 1);
    const watch = setInterval(() => {
      if (target.kind === 'attach' && !target.pids.some(isAlive)) finish();
    }, lookMs);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, finish);
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** `struct rusage` begins with the two times as seconds and microseconds. */
function childTimes(sys: Sys): { readonly userNs: number; readonly systemNs: number } {
  const usage = new BigInt64Array(18);
  sys.getrusage(-1, new Uint8Array(usage.buffer));
  const timeNs = (at: number): number =>
    Number(usage[at] ?? 0n) * 1e9 + Number(usage[at + 1] ?? 0n) * 1e3;
  return { userNs: timeNs(0), systemNs: timeNs(2) };
}
