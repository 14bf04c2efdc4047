import { describe, expect, it } from 'vitest';
import type { SamplingRight } from '../record/index.ts';
import { chooseEngine } from './record-engine.ts';
import type { SamplingFlags } from './record-flags.ts';
import { fakeHost } from './testing/fake-host.ts';

const host = fakeHost([], { env: { PATH: process.env['PATH'] ?? '' } });
const refused: SamplingRight = {
  allowed: false,
  reason: 'perf_event_paranoid is 3',
  fix: 'sudo x',
};
const allowed: SamplingRight = { allowed: true, kernel: false };

function choose(words: readonly string[], flags: Partial<SamplingFlags>, right: SamplingRight) {
  const all: SamplingFlags = { engine: 'auto', inherit: true, source: true, ...flags };
  return chooseEngine(host, words, all, () => right);
}

describe('the engine', () => {
  it("is the kernel's sampler where it is allowed, for Node too", () => {
    expect(choose(['ls'], {}, allowed)).toMatchObject({ engine: 'perf', maySeeKernel: false });
    const node = choose(['node', 'x.js'], {}, allowed);
    expect(node).toMatchObject({ engine: 'perf', runtime: { runtime: 'node' } });
  });

  it("is V8's for Node where it is not, and says so", () => {
    const { engine, ...rest } = choose(['node', 'x.js'], {}, refused);
    expect(engine).toBe('v8');
    expect(rest).toMatchObject({ why: expect.stringContaining('perf_event_paranoid is 3') });
    expect(rest).toMatchObject({ why: expect.stringContaining('sudo x') });
  });

  it.each([
    [['ls'], {}, 'cannot sample ls: perf_event_paranoid is 3'],
    [['node', 'x.js'], { engine: 'perf' }, 'cannot sample node'],
    [['node', 'x.js'], { event: [{ text: 'cs' }] }, 'cannot sample node'],
    [[], { pid: [1] }, 'cannot sample running programs'],
  ])('refuses %j with %j', (words, flags, message) => {
    expect(() => choose(words, flags, refused)).toThrow(message);
  });

  it('named v8 has no events', () => {
    expect(choose(['node'], { engine: 'v8' }, refused)).toEqual({ engine: 'v8', why: undefined });
    expect(() => choose(['node'], { engine: 'v8', count: 5 }, allowed)).toThrow('has no -c');
  });
});
