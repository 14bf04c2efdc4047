import { isUtf8 } from 'node:buffer';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import { ToolError } from '../base/tool-error.ts';
import type { TargetFiles } from './host.ts';
import { ignoresHangup, nohupVariable } from './launcher.ts';

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
/** Node's children have no signal ignored; a shell passes on what it ignores. */
const nohup = "trap '' HUP; ";

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
    requireFaithful(target.command);
    const { [nohupVariable]: _, ...env } = target.env;
    const words = [...oddVariables(env), ...target.command];
    const all = ignoresHangup(target.env) ? nohup + script : script;
    const child = spawn('/bin/sh', ['-c', all, 'sh', ...words], {
      stdio: [...(target.targetFiles ?? ownFiles), 'pipe'],
      env,
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

/**
 * Shells drop variables whose names they cannot use (`a.b`, `BASH_FUNC_which%%`), so `env` sets those again.
 * Its own millisecond is then recorded, too.
 */
function oddVariables(env: TargetCommand['env']): string[] {
  const odd = Object.entries(env).filter(
    ([name, value]) => value !== undefined && !/^[A-Za-z_]\w*$/.test(name),
  );
  return odd.length === 0
    ? []
    : ['/usr/bin/env', '--', ...odd.map(([name, value]) => `${name}=${value}`)];
}

const replacement = '\ufffd';

/** Node has no way to hand on bytes that are not UTF-8: what it read is not what it was given. */
function requireFaithful(command: readonly string[]): void {
  const word = command.find((each) => each.includes(replacement));
  if (word === undefined || isUtf8(readFileSync('/proc/self/cmdline'))) return;
  throw new ToolError('usage', `${word} is not UTF-8 and would reach the program changed`, {
    hint: 'put the command into a script: plateau record -- sh script.sh',
  });
}
