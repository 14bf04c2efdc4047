import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import { ToolError } from '../base/tool-error.ts';
import type { TargetFiles } from './host.ts';

export interface TargetCommand {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly targetFiles?: TargetFiles | undefined;
}

export interface EndedTarget {
  readonly pid: number;
  /** What a shell would say: the exit code, or 128 + the number of the signal. */
  readonly status: number;
  readonly signal: NodeJS.Signals | undefined;
}

/**
 * Waits for a line on file 3, then becomes the target: the same process, with file 3 closed. Without
 * the line, because the recorder died, the target never starts.
 */
const script = 'read _ <&3 || exit 125; exec 3<&-; exec "$@"';

const ownFiles: TargetFiles = [0, 1, 2];

/** A program that exists as a process but has not run one instruction of its own. */
export class PausedTarget {
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #ended: Promise<EndedTarget>;

  private constructor(child: ChildProcess, pid: number) {
    this.#child = child;
    this.pid = pid;
    this.#ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        const status = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
        resolve({ pid, status, signal: signal ?? undefined });
      });
    });
  }

  static async start(target: TargetCommand): Promise<PausedTarget> {
    const child = spawn('/bin/sh', ['-c', script, 'sh', ...target.command], {
      stdio: [...(target.targetFiles ?? ownFiles), 'pipe'],
      env: target.env,
      cwd: target.cwd,
    });
    const { pid } = child;
    if (pid === undefined) {
      const [error] = (await once(child, 'error')) as [Error];
      throw new ToolError('target-failed', `cannot run a shell: ${error.message}`, {
        cause: error,
      });
    }
    // The target may end before the line is read, or close the file; neither is our failure.
    (child.stdio[3] as Writable).on('error', () => undefined);
    return new PausedTarget(child, pid);
  }

  /** Lets it run. */
  release(): void {
    (this.#child.stdio[3] as Writable).end('\n');
  }

  /** Instead of `release`: it ends without having run. */
  abandon(): void {
    (this.#child.stdio[3] as Writable).destroy();
  }

  ended(): Promise<EndedTarget> {
    return this.#ended;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** The recorder ends without waiting for it. */
  leaveRunning(): void {
    this.#child.unref();
  }
}
