import { describe, expect, it } from 'vitest';
import { describePace, readProgress } from './progress.ts';
import { fakeHost } from './testing/fake-host.ts';

const gibibyte = 2 ** 30;

function read(terminal: boolean, quiet: boolean): string {
  let nowMs = 0;
  const host = fakeHost([], { terminal, now: () => nowMs, columns: 80, env: { NO_COLOR: '1' } });
  const progress = readProgress(host, { quiet });
  for (let step = 0; step <= 20; step++) {
    nowMs = step * 1000;
    progress.advance('perf.txt', (step / 20) * 2 * gibibyte, 2 * gibibyte);
  }
  progress.done();
  return host.written.err;
}

describe('progress', () => {
  it('is a bar on a terminal, with rate and remaining time, and leaves nothing behind', () => {
    const text = read(true, false);
    expect(text.split('\r\x1b[K')[10]).toBe(
      '  reading perf.txt ████████████░░░░░░░░░░░░ 50 %, 102 MiB/s, 10 s left',
    );
    expect(text.endsWith('\r\x1b[K')).toBe(true);
  });

  it('is a line now and then elsewhere', () => {
    expect(read(false, false)).toBe(
      'plateau: reading perf.txt: 1.00 GiB of 2.00 GiB, 50 %, 102 MiB/s, 10 s left\n' +
        'plateau: reading perf.txt: 2.00 GiB of 2.00 GiB, 100 %, 102 MiB/s, 0 s left\n',
    );
  });

  it('is nothing with -q, and for work that is soon done', () => {
    expect(read(true, true)).toBe('');
    const host = fakeHost([], { terminal: true });
    readProgress(host, { quiet: false }).advance('a', 10, 20);
    expect(host.written.err).toBe('');
  });

  it('says what it knows of a pipe', () => {
    expect(describePace(5 * 2 ** 20, undefined, 1000)).toBe('5.00 MiB/s');
  });
});
