import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { TimedRun } from '../base/timed-run.ts';
import type { RunCounters } from './perf-events/run-counters.ts';
import { startError } from './start-error.ts';
import { type ChildProgram, type ChildSys, rusageBytes } from './sys/child.ts';
import { errnoName } from './sys/errno-table.ts';

export interface TimedRunOptions {
  readonly onStart?: (pid: number) => void;
  /** Of this thread. */
  readonly counters?: RunCounters;
}

/** Runs the program to its end, blocking this thread: nothing stands between its end and the clock. */
export function runTimed(
  sys: ChildSys,
  program: ChildProgram,
  { onStart, counters }: TimedRunOptions = {},
): TimedRun {
  const usage = new Uint8Array(rusageBytes);
  counters?.start();
  const before = process.hrtime.bigint();
  const pid = sys.start(program);
  if (pid < 0) throw startError(program.argv[0] ?? '', errnoName(-pid));
  onStart?.(pid);
  const status = sys.wait(pid, usage);
  const wallNs = Number(process.hrtime.bigint() - before);
  const used = parseUsage(usage);
  return {
    wallNs,
    ...used,
    maxRssBytes: ownRss(used.maxRssBytes),
    status: shellStatus(status),
    ...(counters !== undefined && { counters: counters.read() }),
  };
}

/**
 * The largest resident set of a program, 0 if it cannot be had. Its parent must be small for that (see
 * `ownRss`), so a shell starts it, dies, and leaves it to us: `wait4` then tells what the program and the
 * children it waited for used. The number is never below the shell's own peak (1.5 MB of dash).
 *
 * The shell is killed by its child rather than leaving it in the background, because what a shell runs in
 * the background ignores SIGINT and reads nothing.
 */
export function measureMemory(
  sys: ChildSys,
  program: ChildProgram,
  onStart: (pid: number) => void = () => undefined,
): number {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-memory-'));
  const pidFile = join(folder, 'pid');
  const usage = new Uint8Array(rusageBytes);
  sys.adoptOrphans(true);
  try {
    const argv = ['/bin/sh', '-c', parentScript, 'sh', orphanScript, pidFile, ...program.argv];
    const shell = sys.start({ ...program, argv });
    if (shell < 0) return 0;
    onStart(shell);
    sys.wait(shell, usage);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    return pid > 0 && sys.wait(pid, usage) >= 0 ? parseUsage(usage).maxRssBytes : 0;
  } catch {
    // No shell, or no file from it: not known.
    return 0;
  } finally {
    sys.adoptOrphans(false);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `:` keeps the shell from becoming its last command. */
const parentScript = 'code=$1 file=$2; shift 2; sh -c "$code" sh "$$" "$file" "$@"; :';
const orphanScript = 'echo $$ >"$2"; kill -KILL "$1"; shift 2; exec "$@"';

/**
 * A process begins as its parent, and the kernel counts what it held before it became the program: a peak
 * at or below Plateau's own says nothing about the program, which is told as 0.
 */
function ownRss(maxRssBytes: number): number {
  return maxRssBytes > process.resourceUsage().maxRSS * 1024 ? maxRssBytes : 0;
}

/** `struct rusage` of 64-bit Linux: two `timeval`, then fourteen `long`. */
function parseUsage(bytes: Uint8Array): Omit<TimedRun, 'wallNs' | 'status' | 'counters'> {
  const words = new DataView(bytes.buffer, bytes.byteOffset);
  const word = (index: number): number => Number(words.getBigInt64(index * 8, true));
  const time = (index: number): number => word(index) * 1e9 + word(index + 1) * 1e3;
  return {
    userNs: time(0),
    systemNs: time(2),
    maxRssBytes: word(4) * 1024,
    minorFaults: word(8),
    majorFaults: word(9),
    voluntarySwitches: word(16),
    involuntarySwitches: word(17),
  };
}

/** wait(2): the low seven bits are the signal, the next byte the exit code. */
function shellStatus(status: number): number {
  const signal = status & 0x7f;
  return signal === 0 ? (status >> 8) & 0xff : 128 + signal;
}
