import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseIndexedProfile, summarize } from '../../training/index.ts';
import { mergeLlvmProfiles } from './llvm-profile.ts';
import { type CountedFunction, findLlvmProfileProblem, llvmProfileFacts } from './llvm-quality.ts';

const run = fileURLToPath(
  new URL('../../training/llvm/testdata/calc-v10.profraw', import.meta.url),
);
const wants = { leastSamples: 20, require: [] as readonly string[] };
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-llvm-profile-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function counted(name: string, sum: number, highest: number): CountedFunction {
  return { name, linkageName: name, sum, highest };
}

function merge(raw: readonly string[], target = wants): ReturnType<typeof mergeLlvmProfiles> {
  return mergeLlvmProfiles({ target, raw, output: join(folder, 'out.profdata') });
}

describe('profiles of instrumented training runs', () => {
  it('are summed, from files and from folders of files', async () => {
    const runs = join(folder, 'run-2');
    mkdirSync(runs);
    writeFileSync(join(runs, 'program_1.profraw'), readFileSync(run));
    writeFileSync(join(runs, 'notes.txt'), 'none of our business');
    const { facts, problem } = await merge([run, runs]);
    expect(problem).toBeNull();
    const written = parseIndexedProfile(readFileSync(join(folder, 'out.profdata')));
    expect(facts.samples).toBe(Number(summarize(written.functions).total));
    const alone = await merge([run]);
    expect(facts.samples).toBe(2 * alone.facts.samples);
    expect(facts.unit).toBe('counts');
    expect(facts.hottest.map(({ name }) => name)).toContain('run_add');
    const again = await merge([join(folder, 'out.profdata')]);
    expect(again.facts).toEqual(alone.facts);
  });

  it('that are broken are named, and the others are used', async () => {
    const bytes = readFileSync(run);
    const cut = join(folder, 'cut.profraw');
    writeFileSync(cut, bytes.subarray(0, bytes.length / 2));
    writeFileSync(join(folder, 'empty.profraw'), '');
    const { problem, warnings, facts } = await merge([
      cut,
      join(folder, 'empty.profraw'),
      run,
      join(folder, 'absent.profraw'),
    ]);
    expect(problem).toBeNull();
    expect(facts).toEqual((await merge([run])).facts);
    expect(warnings?.[0]).toContain(`${cut}: `);
    expect(warnings?.[0]).toContain('left out');
    expect(warnings?.[1]).toContain('the raw profile is empty');
  });

  it('write nothing when none can be read', async () => {
    writeFileSync(join(folder, 'cut.profraw'), readFileSync(run).subarray(0, 300));
    const broken = await merge([join(folder, 'cut.profraw')]);
    expect(broken.problem?.cause).toContain('none of 1 profiles can be read');
    expect((await merge([])).problem?.cause).toBe('no training run left a profile');
    expect(readdirSync(folder)).toEqual(['cut.profraw']);
  });

  it('must have reached what is required, which must have counters', async () => {
    const reached = await merge([run], { ...wants, require: ['scan_digit'] });
    expect(reached.problem).toBeNull();
    const idle = await merge([run], { ...wants, require: ['scan_wrong'] });
    expect(idle.problem?.cause).toContain('the training never reached scan_wrong');
    const unknown = await merge([run], { ...wants, require: ['parse_all'] });
    expect(unknown.problem?.cause).toContain('no function with counters is called parse_all');
    expect(unknown.problem?.fix).toContain('inlined');
  });
});

describe('counters of start-up only', () => {
  it('are no profile, unless asked for', () => {
    const functions = [counted('fill_table', 512, 256), counted('main', 3, 1)];
    const facts = llvmProfileFacts(functions, 0);
    const problem = findLlvmProfileProblem(functions, facts, wants);
    expect(problem?.cause).toContain('only start-up was trained');
    const asked = { ...wants, leastSamples: 0 };
    expect(findLlvmProfileProblem(functions, facts, asked)).toBeNull();
  });

  it('differ from none at all', () => {
    const functions = [counted('main', 0, 0)];
    const facts = llvmProfileFacts(functions, 0);
    const any = { ...wants, leastSamples: 0 };
    expect(findLlvmProfileProblem(functions, facts, any)?.cause).toContain('no counts');
  });
});
