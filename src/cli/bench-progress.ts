import process from 'node:process';
import { median, timesOf } from '../analysis/index.ts';
import type { BenchProgress } from '../bench/index.ts';
import type { Host } from '../platform/host.ts';
import { timeText } from '../render/bench/bench-words.ts';
import { colorsOf } from './colors.ts';

export interface BenchDisplay extends Disposable {
  readonly advance: (progress: BenchProgress) => void;
  /** Aborted by Ctrl-C. */
  readonly stop: AbortSignal;
}

const redrawMs = 150;
/** What a shell reports of a program that Ctrl-C ended. */
export const interruptedStatus = 130;

/**
 * What is known so far, on one line of a terminal. Ctrl-C ends the measuring: the command that runs leads a
 * process group of its own, so the terminal's signal does not reach it. A second one ends Plateau at once.
 */
export function benchProgress(host: Host): BenchDisplay {
  const { stderr } = host;
  const colors = colorsOf(host, stderr);
  const startMs = host.now();
  let nextMs = 0;
  let isShown = false;
  const print = (text: string): void => void stderr.write(text).catch(() => undefined);
  const clear = (): void => {
    if (isShown) print('\r\x1b[K');
    isShown = false;
  };
  const stop = new AbortController();
  const onInterrupt = (): void => {
    clear();
    if (stop.signal.aborted) process.exit(interruptedStatus);
    stop.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onInterrupt);
  return {
    stop: stop.signal,
    advance(progress) {
      if (!stderr.isTerminal || host.quiet === true || host.now() < nextMs) return;
      nextMs = host.now() + redrawMs;
      isShown = true;
      // A terminal that does not know its width says 0. A full last column would begin a new line.
      const room = (stderr.columns > 0 ? stderr.columns : usualColumns) - 1;
      const [done, rest] = progressText(progress, host.now() - startMs, room);
      print(`\r\x1b[K${colors.cyan(done)}${rest}`);
    },
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, onInterrupt);
      clear();
    },
  };
}

const usualColumns = 80;
const barCells = 20;

/** The bar, and what stands behind it: rounds, medians so far, time left. Together no longer than `room`. */
export function progressText(
  progress: BenchProgress,
  elapsedMs: number,
  room: number,
): readonly [string, string] {
  const { phase, round, rounds } = progress;
  const done = Math.min(round + 1, rounds);
  const filled = Math.round((barCells * done) / Math.max(1, rounds));
  const bar = `  ${'━'.repeat(filled)}`.slice(0, room);
  const leftS = Math.ceil(((elapsedMs / done) * (rounds - done)) / 1000);
  const parts = [
    `${'─'.repeat(barCells - filled)} ${phase} ${done}/${rounds}`,
    mediansText(progress),
    phase === 'measuring' && leftS > 0 ? `${leftS} s left` : '',
  ].filter((part) => part !== '');
  return [bar, parts.join(' · ').slice(0, Math.max(0, room - bar.length))];
}

/** Medians so far; verdicts only come at the end, when they count. Cheap: programs are being timed. */
function mediansText({ measured: { series, metric } }: BenchProgress): string {
  return series
    .filter(({ runs }) => runs.length > 0)
    .map(({ runs }) => timeText(median(timesOf(runs, metric))))
    .join(' · ');
}
