import { setTimeout as sleep } from 'node:timers/promises';
import type { Host } from '../platform/host.ts';
import { PausedTarget } from '../platform/paused-target.ts';
import type { CaptureOptions } from '../record/native/capture.ts';
import { requireProgram } from '../record/v8/node-target.ts';
import type { SamplingFlags } from './record-flags.ts';

/** A program that says how long something else is recorded: `record -a -- sleep 5`, as perf has it. */
export interface Beside {
  /** What is recorded instead of the program. */
  readonly words: readonly string[];
  readonly options: Pick<CaptureOptions, 'stop' | 'onStart'>;
  /** After the recording: ends the program if it still runs, and gives the status to exit with. */
  finish(): Promise<number>;
  /** The recording never began. */
  abandon(): void;
}

/** How long it may take to end when it is asked to. */
const graceMs = 2000;

/** Undefined when the program itself is what is recorded. */
export async function startBeside(
  host: Host,
  words: readonly string[],
  flags: SamplingFlags,
): Promise<Beside | undefined> {
  const { pid, tid, allCpus, cpus, cgroup } = flags;
  const others = pid ?? tid ?? allCpus ?? cpus ?? cgroup;
  const [program] = words;
  if (program === undefined || others === undefined) return undefined;
  requireProgram(program, { cwd: host.cwd, path: host.env['PATH'] ?? '' });
  const { env, cwd, targetFiles } = host;
  const paused = await PausedTarget.start({ command: words, env, cwd, targetFiles });
  const stopped = new AbortController();
  void paused.ended().then(() => stopped.abort());
  return {
    words: [],
    options: { stop: stopped.signal, onStart: () => paused.release() },
    finish: async () => {
      if (stopped.signal.aborted) return (await paused.ended()).status;
      paused.signal('SIGTERM');
      await Promise.race([paused.ended(), sleep(graceMs, undefined, { ref: false })]);
      paused.leaveRunning();
      return 0;
    },
    abandon: () => paused.abandon(),
  };
}
