import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { buildCornerProgram, type CornerProgram } from '../unwinding/corner-programs.ts';
import { gdbSteps, stepMask } from '../unwinding/gdb-steps.ts';
import { unwindSamples } from '../unwinding/our-stacks.ts';
import { judge } from '../unwinding/same-stack.ts';
import { requires } from './requires.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-steps-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const common = { source: 'corners.c', compiler: 'gcc', rounds: 1 };
const programs: readonly CornerProgram[] = [
  { ...common, name: 'lazy', flags: ['-O2', '-Wl,-z,lazy', '-fcf-protection=none'] },
  { ...common, name: 'frame-pointers', flags: ['-O0', '-fno-omit-frame-pointer'] },
  {
    ...common,
    name: 'fixed-address',
    flags: ['-O2', '-no-pie', '-fno-pie', '-fomit-frame-pointer'],
  },
];

/** In the order in which they run; the handler is met at its first instruction. */
const functions = [
  { name: 'handler', steps: 12 },
  { name: 'dynamic_frame', steps: 40 },
  { name: 'large_frame', steps: 20 },
  { name: 'mostly_hot', steps: 20 },
  { name: 'sort_numbers', steps: 150 },
];

describe('stacks at every instruction', () => {
  for (const program of programs) {
    requires('gdb', 'gcc')(`equal gdb's: ${program.name}`, () => {
      const binary = buildCornerProgram(folder, program);
      const { samples, stacks, spaces } = gdbSteps(folder, [binary, '3', 'once'], functions);
      expect(samples.length).toBe(functions.reduce((sum, { steps }) => sum + steps, 0));
      const ours = unwindSamples(spaces, stepMask, samples);
      const pairs = ours.map((stack, at) => ({
        ours: stack,
        gdb: stacks[at] ?? { frames: [], isStuck: false },
        space: spaces.spaceAt(samples[at]?.pid ?? 0, samples[at]?.timeNs ?? 0),
      }));
      const { differences, ...counts } = judge(spaces, pairs);
      expect(differences.slice(0, 3)).toEqual([]);
      console.info(`${program.name}: ${JSON.stringify(counts)}`);
      expect(stacks.some(({ frames }) => frames.some(({ isSignal }) => isSignal))).toBe(true);
    });
  }
});
