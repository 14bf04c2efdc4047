import { describe, expect, it } from 'vitest';
import { likeThreads } from './like-threads.ts';
import type { ThreadFact } from './queries/facts.ts';

function threads(...names: readonly string[]): ThreadFact[] {
  return names.map((name, row) => {
    const [process = '', thread = ''] = name.split('/');
    const pid = process.length;
    return { pid, tid: process === thread ? pid : 100 + row, process, thread };
  });
}

describe('threads of another run', () => {
  it('are those of the same name, however many', () => {
    const now = threads('app/app', 'app/io', 'app/worker');
    const old = threads('app/app', 'app/worker', 'app/worker', 'app/log');
    expect(likeThreads([2], now, old)).toEqual([1, 2]);
    expect(likeThreads([0, 1], now, old)).toEqual([0]);
    expect(likeThreads([1], now, old)).toEqual([]);
  });

  it('of a build under another name, too', () => {
    const now = threads('app-new/app-new', 'app-new/io');
    const old = threads('app/io', 'app/app');
    expect(likeThreads([0], now, old)).toEqual([1]);
    expect(likeThreads([0], threads('one/one'), threads('two/main'))).toEqual([0]);
  });

  it('keep to their process where there are several', () => {
    const now = threads('cc/cc', 'make/make');
    const old = threads('make/make', 'cc/cc', 'as/as', 'cc/cc');
    expect(likeThreads([0], now, old)).toEqual([1, 3]);
  });
});
