import { describe, expect, it } from 'vitest';
import { formats } from '../src/formats/index.ts';
import { runTarget } from './fuzzing/run-target.ts';
import { fuzzTargets } from './fuzzing/target.ts';

// `npm run fuzz` sets these; without them a bounded number of seeded cases runs.
const { FUZZ_SEED, FUZZ_CASES, FUZZ_SECONDS, FUZZ_TARGET } = process.env;
const isLong = FUZZ_CASES !== undefined || FUZZ_SECONDS !== undefined;
const budget = {
  seed: Number(FUZZ_SEED ?? 1),
  cases: Number(FUZZ_CASES ?? (isLong ? Number.POSITIVE_INFINITY : 400)),
  seconds: Number(FUZZ_SECONDS ?? Number.POSITIVE_INFINITY),
  bytes: isLong ? Number.POSITIVE_INFINITY : 12e6,
};
const targets = (await fuzzTargets()).filter(({ name }) => name === (FUZZ_TARGET ?? name));
const timeout = isLong ? 2 ** 31 - 1 : 120_000;

describe('hostile bytes give a profile or a ToolError', () => {
  it('with a target for every format and every other parser', async () => {
    const names = (await fuzzTargets()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(formats.map(({ name }) => name)));
    const others = ['elf', 'debug-info', 'call-frame-information', 'jitdump', 'demangle', 'disasm'];
    expect(names).toEqual(expect.arrayContaining([...others, 'link', 'bench-results']));
    expect(new Set(names).size).toBe(names.length);
    expect(targets, `no target named ${FUZZ_TARGET}`).not.toEqual([]);
  });

  it.each(targets.map((target) => ({ name: target.name, target })))(
    '$name',
    async ({ target }) => {
      const { cases, accepted } = await runTarget(target, budget);
      if (isLong) {
        console.log(`${target.name}: seed ${budget.seed}, ${cases} cases, ${accepted} accepted`);
      }
      expect(cases).toBeGreaterThan(0);
    },
    timeout,
  );
});
