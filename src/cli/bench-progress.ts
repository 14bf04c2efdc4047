import process from 'node:process';
import { summarizeBench } from '../analysis/index.ts';
import type { BenchProgress, RunThread } from '../bench/index.ts';
import type { Host } from '../platform/host.ts';
import { timeText } from '../render/bench/bench-words.ts';
import { colorsOf } from './colors.ts';

export interface BenchDisplay extends Disposable {
  readonly advance: (progress: BenchProgress) => void;
}

const redrawMs = 150;
const interrupted = 130;

/**
 * What is known so far, on one line of a terminal. Ctrl-C ends the command that runs and Plateau with it:
 * it leads a process group of its own, so the terminal's signal does not reach it.
 */
export function benchProgress(host: Host, thread: RunThread): BenchDisplay {
  const { stderr } = host;
  const colors = colorsOf(host, stderr);
  let nextMs = 0;
  let isShown = false;
  const print = (text: string): void => void stderr.write(text).catch(() => undefined);
  const clear = (): void => {
    if (isShown) print('\r\x1b[K');
    isShown = false;
  };
  const onInterrupt = (): void => {
    thread.stop('SIGKILL');
    clear();
    process.exit(interrupted);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onInterrupt);
  return {
    advance(progress) {
      if (!stderr.isTerminal || host.quiet === true || host.now() < nextMs) return;
      nextMs = host.now() + redrawMs;
      isShown = true;
      print(
        `\r\x1b[K  ${colors.cyan(shareText(progress))} ${lineOf(progress)}`.slice(
          0,
          stderr.columns,
        ),
      );
    },
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, onInterrupt);
      clear();
    },
  };
}

function shareText({ phase, round, rounds }: BenchProgress): string {
  return `${phase} ${Math.min(round + 1, rounds)}/${rounds}`;
}

/** Medians so far; verdicts only come at the end, when they count. */
function lineOf({ measured }: BenchProgress): string {
  const known = measured.series.filter(({ runs }) => runs.length > 0);
  if (known.length === 0) return '';
  const { series } = summarizeBench({ ...measured, series: known, again: null });
  return series.map(({ median }) => timeText(median)).join(' · ');
}
