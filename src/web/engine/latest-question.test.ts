import { describe, expect, it } from 'vitest';
import { LatestQuestion } from './latest-question.ts';

/** Questions and what became of them, answered by hand. */
function desk(): {
  log: string[];
  ask: (n: number | null) => void;
  settle: (ok?: boolean) => Promise<void>;
} {
  const log: string[] = [];
  const open: { n: number; resolve: (n: number) => void; reject: (e: Error) => void }[] = [];
  const latest = new LatestQuestion<number, number>({
    ask: (n, signal) =>
      new Promise((resolve, reject) => {
        log.push(`ask ${n}`);
        signal.addEventListener('abort', () => log.push(`stop ${n}`));
        open.push({ n, resolve, reject });
      }),
    onPending: () => log.push('pending'),
    onAnswer: (answer, isLast) => log.push(`answer ${answer}${isLast ? '' : ', more to come'}`),
    onError: (error) => log.push(`error ${String(error)}`),
    onIdle: () => log.push('idle'),
  });
  return {
    log,
    ask: (n) => latest.ask(n),
    async settle(ok = true) {
      const first = open.shift();
      if (ok) first?.resolve(first.n);
      else first?.reject(new Error('no'));
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

describe('the latest question', () => {
  it('leaves out what was overtaken while one is on its way', async () => {
    const { log, ask, settle } = desk();
    for (const n of [1, 2, 3, 4]) ask(n);
    await settle();
    await settle();
    expect(log).toEqual(['pending', 'ask 1', 'ask 4', 'answer 1, more to come', 'answer 4']);
  });

  it('is not asked twice, but again after another one', async () => {
    const { log, ask, settle } = desk();
    ask(1);
    ask(1);
    await settle();
    ask(1);
    ask(2);
    await settle();
    ask(1);
    expect(log).toEqual([
      'pending',
      'ask 1',
      'answer 1',
      'pending',
      'ask 2',
      'answer 2',
      'pending',
      'ask 1',
    ]);
  });

  it('is dropped when nothing is asked any more', async () => {
    const { log, ask, settle } = desk();
    ask(1);
    ask(2);
    ask(null);
    await settle();
    expect(log).toEqual(['pending', 'ask 1', 'stop 1', 'idle']);
  });

  it('goes on after an error', async () => {
    const { log, ask, settle } = desk();
    ask(1);
    await settle(false);
    ask(2);
    await settle();
    expect(log).toEqual(['pending', 'ask 1', 'error Error: no', 'pending', 'ask 2', 'answer 2']);
  });
});
