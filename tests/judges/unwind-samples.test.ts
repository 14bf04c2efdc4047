import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { buildCornerProgram, cornerPrograms } from '../unwinding/corner-programs.ts';
import { gdbStacks } from '../unwinding/gdb-stacks.ts';
import { ourStacks } from '../unwinding/our-stacks.ts';
import { readStackRecording, type StackRecording } from '../unwinding/perf-samples.ts';
import { perfDifferences } from '../unwinding/perf-stacks.ts';
import { judge } from '../unwinding/same-stack.ts';
import { requires } from './requires.ts';

/** `UNWIND_SAMPLES=1000 npx vitest run tests/judges/unwind-samples.test.ts` for the long run. */
const sampleCount = Number(process.env['UNWIND_SAMPLES'] ?? 50);
const folder = mkdtempSync(join(tmpdir(), 'plateau-unwind-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Recorded {
  readonly path: string;
  readonly recording: StackRecording;
}

/** Runs it for longer until there are samples enough: machines differ in speed. */
function record(binary: string, firstRounds: number): Recorded {
  let rounds = firstRounds;
  for (let attempt = 0; ; attempt++) {
    const recorded = recordRounds(binary, rounds);
    const { length } = recorded.recording.samples;
    if (length >= sampleCount || attempt === 4) return recorded;
    rounds = Math.ceil(rounds * Math.min(20, (1.5 * sampleCount) / Math.max(1, length)));
  }
}

function recordRounds(binary: string, rounds: number): Recorded {
  const path = `${binary}.data`;
  const frequency = String(Math.min(4999, Math.max(999, sampleCount * 4)));
  const callGraph = ['--call-graph', 'dwarf,65528'];
  execFileSync(
    'perf',
    ['record', '-q', '-F', frequency, ...callGraph, '-o', path, binary, String(rounds)],
    { stdio: 'ignore', timeout: 60_000 },
  );
  return { path, recording: readStackRecording(path) };
}

function judgedByGdb(
  recording: StackRecording,
  chosen: StackRecording['samples'],
): ReturnType<typeof judge> {
  const gdb = chosen.length === 0 ? [] : gdbStacks(folder, recording, chosen);
  expect(gdb.length).toBe(chosen.length);
  const { spaces } = recording;
  const pairs = ourStacks(recording, chosen).map((ours, at) => ({
    ours,
    gdb: gdb[at] ?? { frames: [], isStuck: false },
    space: spaces.spaceAt(chosen[at]?.pid ?? 0, chosen[at]?.timeNs ?? 0),
  }));
  return judge(spaces, pairs);
}

describe('stacks of real samples', () => {
  for (const program of cornerPrograms) {
    requires(
      'perf',
      'gdb',
      program.compiler,
    )(`equal gdb's: ${program.name}`, (context) => {
      const { path, recording } = record(buildCornerProgram(folder, program), program.rounds);
      const { samples } = recording;
      if (samples.length < 20) context.skip(`perf gave ${samples.length} samples`);
      const step = Math.max(1, samples.length / sampleCount);
      const chosen = Array.from(
        { length: Math.min(sampleCount, samples.length) },
        (_, at) => samples[Math.floor(at * step)] ?? samples[0],
      ).filter((sample) => sample !== undefined);
      const { differences: different, ...counts } = judgedByGdb(recording, chosen);
      expect(different.slice(0, 3)).toEqual([]);
      const { equal, entry, popped, nonsense } = counts;
      const excused = `entry of the program ${entry}, popped ${popped}, gdb in no code ${nonsense}`;
      console.info(`${program.name}: ${equal} of ${chosen.length} equal; ${excused}`);
      expect(popped + nonsense).toBeLessThan(chosen.length / 10);
      if (program.perfFails !== undefined) return;
      const { compared, differences } = perfDifferences(path, ourStacks(recording));
      expect(compared).toBe(samples.length);
      // perf loses its way now and then, in prologues above all: where the two differ, gdb decides.
      const disputed = differences
        .map(({ at }) => samples[at])
        .filter((each) => each !== undefined);
      expect(disputed.length, differences[0]?.text).toBeLessThan(samples.length / 20);
      expect(judgedByGdb(recording, disputed).differences).toEqual([]);
    });
  }
});
