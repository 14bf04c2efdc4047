import { endedChildrenCpuMs, processCpuMs } from '../platform/process-times.ts';
import type { Workload } from './pgo-config.ts';
import type { ProfileProblem } from './toolchain.ts';

/** How a training run has spent its time. */
export interface TrainingTime {
  readonly workload: string;
  /** Of a server, while it was captured. */
  readonly isServer: boolean;
  readonly wallMs: number;
  /** Processor time; null = this system does not say. */
  readonly cpuMs: number | null;
}

/** Watches a run: a server while it is captured, any other program from its start to its end. */
export class SpentTime {
  readonly #workload: Workload;
  readonly #before = endedChildrenCpuMs();
  #captured: { readonly wallMs: number; readonly cpuMs: number | null } | undefined;

  constructor(workload: Workload) {
    this.#workload = workload;
  }

  async whileCaptured(pid: number, capture: () => Promise<void>): Promise<void> {
    const [startMs, before] = [performance.now(), processCpuMs(pid)];
    await capture();
    const after = processCpuMs(pid);
    const cpuMs = before === undefined || after === undefined ? null : after - before;
    this.#captured = { wallMs: performance.now() - startMs, cpuMs };
  }

  /** After the program has ended; `wallMs` from its start. */
  finish(wallMs: number): TrainingTime {
    const { name, server } = this.#workload;
    const after = endedChildrenCpuMs();
    const cpuMs = this.#before === undefined || after === undefined ? null : after - this.#before;
    return { workload: name, isServer: server !== null, ...(this.#captured ?? { wallMs, cpuMs }) };
  }
}

/** Less of the time than this on a processor is waiting. */
const leastCpuShare = 0.2;
/** So short a run says nothing about waiting: a timer counts in hundredths. */
const shortestMs = 200;

/**
 * A profile without enough in it, explained by how training spent its time: a program that waits has
 * nothing to be made faster by a compiler, and a server without load does nothing.
 */
export function explainedProblem(
  problem: ProfileProblem,
  times: readonly TrainingTime[],
): ProfileProblem {
  const known = times.filter(({ cpuMs }) => cpuMs !== null);
  const wallMs = known.reduce((sum, each) => sum + each.wallMs, 0);
  const cpuMs = known.reduce((sum, each) => sum + (each.cpuMs ?? 0), 0);
  if (wallMs < shortestMs || cpuMs > leastCpuShare * wallMs) return problem;
  const spent = `${seconds(cpuMs)} of processor time in ${seconds(wallMs)}`;
  if (known.every(({ isServer }) => isServer)) {
    return {
      cause: `${problem.cause}; the server used ${spent} while it was captured: it was idle, the load did not reach it`,
      fix: 'check that requests or load ask the server that was started, and for what is costly; more workers or a longer capture-seconds help where it only was too little',
    };
  }
  return {
    cause: `${problem.cause}; training used ${spent}: it waits for input and output`,
    fix: 'train on work that computes, from files that are there; a program that only waits gains nothing from a profile',
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
