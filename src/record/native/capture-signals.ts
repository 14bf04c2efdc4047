import process from 'node:process';
import type { PausedTarget } from '../../platform/paused-target.ts';

/** A terminal sends Ctrl-C to the target as well; only where it did not is it passed on. */
const settleMs = 150;
const keyboard = ['SIGINT', 'SIGQUIT'] as const;
const passedOn = ['SIGTERM', 'SIGHUP'] as const;

/**
 * While recording, signals end the recording and not the recorder. With a launched target they are
 * meant for it: the recording ends when it does, or at the second Ctrl-C. Without one, `stop` is called.
 */
export function handleSignals(
  target: PausedTarget | undefined,
  stop: () => void,
  nohup: boolean,
): Disposable {
  let interrupts = 0;
  let isOver = false;
  void target?.ended().then(() => {
    isOver = true;
  });
  const onKeyboard = (signal: NodeJS.Signals): void => {
    interrupts++;
    if (target === undefined || interrupts > 1) {
      stop();
    } else if (!process.stdin.isTTY) {
      setTimeout(() => {
        if (!isOver) target.signal(signal);
      }, settleMs);
    }
  };
  const onOther = (signal: NodeJS.Signals): void => {
    if (nohup && signal === 'SIGHUP') return;
    if (target === undefined) stop();
    else target.signal(signal);
  };
  for (const signal of keyboard) process.on(signal, onKeyboard);
  for (const signal of passedOn) process.on(signal, onOther);
  return {
    [Symbol.dispose]: () => {
      for (const signal of keyboard) process.off(signal, onKeyboard);
      for (const signal of passedOn) process.off(signal, onOther);
    },
  };
}
