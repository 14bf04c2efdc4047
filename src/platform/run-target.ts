import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import type { TargetFiles } from './host.ts';
import { ignoresHangup } from './launcher.ts';
import { spawnError } from './start-error.ts';

export interface Target {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly targetFiles?: TargetFiles | undefined;
  /** Whether the target has seen a signal by itself, as it does when a terminal sends it to both. */
  hasSeen(signal: NodeJS.Signals, sinceMs: number): boolean;
}

export interface TargetEnd {
  readonly pid: number;
  /** What a shell would say: the exit code, or 128 + the number of the signal. */
  readonly status: number;
  readonly signal: NodeJS.Signals | undefined;
}

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
/** Ctrl-C reaches the target at the same time as Plateau; only when it did not is it passed on. */
const settleMs = 150;

/**
 * Runs a program on Plateau's own standard streams until it ends. Plateau outlives it: a signal meant
 * for both ends the target, and Plateau saves what it has.
 */
export async function runTarget(target: Target): Promise<TargetEnd> {
  const child = spawn(target.command, target.args, {
    stdio: target.targetFiles === undefined ? 'inherit' : [...target.targetFiles],
    env: target.env,
    cwd: target.cwd,
  });
  const nohup = ignoresHangup(process.env);
  const handlers = passedOn.map((signal) => {
    const handler = (): void => {
      if (nohup && signal === 'SIGHUP') return;
      const receivedMs = Date.now();
      setTimeout(() => {
        const isOver = child.exitCode !== null || child.signalCode !== null;
        if (!isOver && !target.hasSeen(signal, receivedMs - settleMs)) child.kill(signal);
      }, settleMs);
    };
    process.on(signal, handler);
    return { signal, handler };
  });
  try {
    return await new Promise<TargetEnd>((resolve, reject) => {
      child.on('error', (error) => reject(spawnError(target.command, error)));
      child.on('exit', (code, signal) => {
        const status = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
        resolve({ pid: child.pid ?? -1, status, signal: signal ?? undefined });
      });
    });
  } finally {
    for (const { signal, handler } of handlers) process.off(signal, handler);
  }
}
