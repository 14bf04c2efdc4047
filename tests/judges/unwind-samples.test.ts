import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { buildCornerProgram, cornerPrograms } from '../unwinding/corner-programs.ts';
import { type GdbStack, gdbStacks } from '../unwinding/gdb-stacks.ts';
import { ourStacks } from '../unwinding/our-stacks.ts';
import {
  readStackRecording,
  type StackRecording,
  type StackSample,
} from '../unwinding/perf-samples.ts';
import { perfDifferences } from '../unwinding/perf-stacks.ts';
import { difference } from '../unwinding/same-stack.ts';
import { requires } from './requires.ts';

/** `UNWIND_SAMPLES=1000 npx vitest run tests/judges/unwind-samples.test.ts` for the long run. */
const sampleCount = Number(process.env['UNWIND_SAMPLES'] ?? 50);
const folder = mkdtempSync(join(tmpdir(), 'plateau-unwind-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function record(binary: string, rounds: number): { path: string; recording: StackRecording } {
  const path = `${binary}.data`;
  const wanted = rounds * Math.max(1, Math.round(sampleCount / 300));
  const frequency = String(Math.min(9999, Math.max(499, sampleCount * 4)));
  execFileSync(
    'perf',
    [
      'record',
      '-q',
      '-F',
      frequency,
      '--call-graph',
      'dwarf,65528',
      '-o',
      path,
      binary,
      String(wanted),
    ],
    { stdio: 'ignore', timeout: 60_000 },
  );
  return { path, recording: readStackRecording(path) };
}

/** gdb follows return addresses that are not in any code, for instance while an exception is thrown. */
function withoutNonsense(
  { frames, isStuck }: GdbStack,
  { spaces }: StackRecording,
  sample: StackSample | undefined,
): GdbStack {
  const space = spaces.spaceAt(sample?.pid ?? 0, sample?.timeNs ?? 0);
  const first = frames.findIndex(({ pc }) => spaces.findMapping(space, pc) < 0);
  return { frames: first > 0 ? frames.slice(0, first) : frames, isStuck };
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
      const gdb = gdbStacks(folder, recording, chosen).map((stack, at) =>
        withoutNonsense(stack, recording, chosen[at]),
      );
      expect(gdb.length).toBe(chosen.length);
      const different = ourStacks(recording, chosen)
        .map((stack, at) => difference(stack, gdb[at] ?? { frames: [], isStuck: false }))
        .filter((text) => text !== '');
      expect(different.slice(0, 3)).toEqual([]);
      expect(gdb.filter(({ isStuck }) => isStuck).length).toBeLessThan(chosen.length / 10);
      if (program.perfFails !== undefined) return;
      const { compared, differences } = perfDifferences(path, ourStacks(recording));
      expect(compared).toBe(samples.length);
      expect(differences.slice(0, 3)).toEqual([]);
    });
  }
});
