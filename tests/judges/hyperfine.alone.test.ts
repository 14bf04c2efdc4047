import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { median, medianDeviation } from '../../src/analysis/index.ts';
import { type CommandJson, parseResults, type ResultsJson } from '../../src/bench/index.ts';
import { runPlateau } from '../running-plateau.ts';
import { requires } from './requires.ts';

const itWithHyperfine = requires('hyperfine');
const itWithTime = requires('time');

/** Different ways to spend time: waiting, starting, computing, reading, memory. */
const commands = [
  'sleep 0.02',
  'true',
  'seq 300000',
  'sha256sum /proc/self/exe',
  'head -c 20000000 /dev/zero',
];
/** Both tools by turns, so many times: what the machine does meanwhile meets both alike. */
const turns = 7;
const runsPerTurn = 3;

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'plateau-hyperfine-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

function hyperfine(...args: readonly string[]): void {
  execFileSync('hyperfine', ['-N', '--style', 'none', ...args], { cwd, stdio: 'ignore' });
}

function readResults(name: string): readonly CommandJson[] {
  return (JSON.parse(readFileSync(join(cwd, name), 'utf8')) as ResultsJson).results;
}

function medians(name: string): number[] {
  return readResults(name).map((each) => each.median);
}

/** Medians of one turn, seconds by command. */
async function takeTurn(turn: number): Promise<{ ours: number[]; theirs: number[] }> {
  const runs = ['-r', String(runsPerTurn)];
  hyperfine(...runs, '--export-json', 'theirs.json', ...commands);
  const lean = ['-N', '-q', '--no-memory-run', '--counters', 'none', '--seed', String(turn)];
  const run = await runPlateau(['bench', ...lean, ...runs, '--save', 'ours.json', ...commands], {
    cwd,
  });
  expect(run.stderr).toBe('');
  return { ours: medians('ours.json'), theirs: medians('theirs.json') };
}

/** A tenth, and half a millisecond for starting a program; both tools have costs of their own. */
const tolerance = { share: 0.1, seconds: 0.0005 };

/** Commands whose medians differ by more than turns differ among each other. */
function disagreements(all: readonly Awaited<ReturnType<typeof takeTurn>>[]): string[] {
  return commands.filter((_, at) => {
    const theirs = all.map((turn) => turn.theirs[at] ?? Number.NaN);
    const differences = all.map((turn, index) => (turn.ours[at] ?? 0) - (theirs[index] ?? 0));
    const noise = 3 * medianDeviation(differences);
    const allowed = median(theirs) * tolerance.share + tolerance.seconds + noise;
    return !(Math.abs(median(differences)) < allowed);
  });
}

describe('bench and hyperfine', () => {
  itWithHyperfine('have the same medians, within their noise', async () => {
    const all: Awaited<ReturnType<typeof takeTurn>>[] = [];
    // A busy machine may favour one of them for a while; what is different stays different.
    do {
      for (let turn = 0; turn < turns; turn++) all.push(await takeTurn(all.length));
    } while (disagreements(all).length > 0 && all.length < 3 * turns);
    expect(disagreements(all)).toEqual([]);
  });

  itWithHyperfine('read each other’s JSON', async () => {
    hyperfine('-r', '10', '--export-json', 'theirs.json', 'sleep 0.001', 'sleep 0.002');
    const [theirs] = parseResults(readFileSync(join(cwd, 'theirs.json'), 'utf8')).series;
    expect(theirs?.runs).toHaveLength(10);
    const judged = await runPlateau(
      ['bench', '-r', '10', 'sleep 0.12', '--json', '--baseline', 'theirs.json'],
      { cwd },
    );
    expect((JSON.parse(judged.stdout) as ResultsJson).results[1]?.verdict).toBe('slower');
    // hyperfine has no reader; its own scripts ask for these fields.
    await runPlateau(['bench', '-r', '3', 'true', 'sleep 0.01', '--export-json', 'ours.json'], {
      cwd,
    });
    const fields = Object.keys(readResults('theirs.json')[0] ?? {});
    expect(Object.keys(readResults('ours.json')[0] ?? {})).toEqual(expect.arrayContaining(fields));
  });
});

describe('the memory of a program', () => {
  itWithTime('is what GNU time says', async () => {
    for (const command of ['true', 'seq 10', 'sort /etc/services']) {
      // Kernels count pages per processor and round, and map what is near a fault if it is cached: a
      // single run may be off, three of them are not.
      const pairs = [await memories(command), await memories(command), await memories(command)];
      const difference = median(pairs.map(({ ours, theirs }) => Math.abs(ours - theirs)));
      expect(difference, JSON.stringify({ command, pairs })).toBeLessThan(800_000);
    }
  });
});

async function memories(command: string): Promise<{ ours: number; theirs: number }> {
  const words = ['-f', '%M', '-o', 'memory', ...command.split(' ')];
  execFileSync('time', words, { cwd, stdio: 'ignore' });
  const theirs = Number(readFileSync(join(cwd, 'memory'), 'utf8')) * 1024;
  const flags = ['-r', '2', '--json', '--counters', 'none'];
  const run = await runPlateau(['bench', ...flags, command], { cwd });
  const [result] = (JSON.parse(run.stdout) as ResultsJson).results;
  return { ours: result?.memory_usage_byte[0] ?? 0, theirs };
}
