import process from 'node:process';
import { terminalSafe } from '../base/terminal-text.ts';
import type { Host } from '../platform/host.ts';

const interrupted = 130;

/**
 * Between the end of a recording and the saved profile a Ctrl-C too many must not lose either: the first
 * one is answered with how long there is left to wait, the second ends the program and names what is kept.
 */
export function guardSaving(host: Host, path: string): Disposable {
  let interrupts = 0;
  const print = (text: string): void => {
    host.stderr.write(`plateau: ${terminalSafe(text)}\n`).catch(() => undefined);
  };
  const onInterrupt = (): void => {
    interrupts++;
    if (interrupts === 1) {
      print('the recording is being read; Ctrl-C once more leaves it unread');
      return;
    }
    print(`what was recorded is kept in ${path}: plateau top ${path}`);
    process.exit(interrupted);
  };
  process.on('SIGINT', onInterrupt);
  return { [Symbol.dispose]: () => void process.off('SIGINT', onInterrupt) };
}
