import { statSync } from 'node:fs';
import { formatQuantity } from '../base/quantity.ts';
import type { Host } from '../platform/host.ts';
import type { RecordingPlan } from '../record/index.ts';

const redrawMs = 250;

/**
 * Shows that a recording runs, while nothing else writes to the terminal: a launched program has it
 * for itself. `path` is the file that grows.
 */
export function recordingProgress(
  host: Host,
  target: RecordingPlan['target'],
  path: string,
): Disposable {
  const isShown = host.stderr.isTerminal && host.quiet !== true && target.kind !== 'launch';
  if (!isShown) return { [Symbol.dispose]: () => undefined };
  const startMs = host.now();
  const print = (text: string): void => {
    // Progress that cannot be shown must not end the work.
    host.stderr.write(text).catch(() => undefined);
  };
  const timer = setInterval(() => {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const seconds = ((host.now() - startMs) / 1000).toFixed(1);
    print(`\r\x1b[K  recording: ${seconds} s, ${formatQuantity(size, 'bytes')}; Ctrl-C ends it`);
  }, redrawMs);
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      print('\r\x1b[K');
    },
  };
}
