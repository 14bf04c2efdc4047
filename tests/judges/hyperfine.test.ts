import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
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
const runs = 15;

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

/** Where most of the runs lie. */
function middle({ times }: CommandJson): readonly [number, number] {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round((sorted.length - 1) * share)] ?? 0;
  return [at(0.1), at(0.9)];
}

function agree(ours: CommandJson, theirs: CommandJson): boolean {
  const [ourLow, ourHigh] = middle(ours);
  const [theirLow, theirHigh] = middle(theirs);
  if (ourLow <= theirHigh && theirLow <= ourHigh) return true;
  return Math.abs(ours.median / theirs.median - 1) < 0.1;
}

describe('bench and hyperfine', () => {
  itWithHyperfine('have the same medians, within their noise', async () => {
    // A busy machine may favour one of two turns; they must agree in one of three.
    const open = new Set(commands);
    for (let turn = 0; turn < 3 && open.size > 0; turn++) {
      const list = [...open];
      hyperfine('-r', String(runs), '--export-json', 'theirs.json', ...list);
      const flags = ['-N', '-q', '-r', String(runs), '--no-memory-run', '--save', 'ours.json'];
      const run = await runPlateau(['bench', ...flags, ...list], { cwd });
      expect(run.stderr).toBe('');
      const [ours, theirs] = [readResults('ours.json'), readResults('theirs.json')];
      for (const [at, command] of list.entries()) {
        const [one, other] = [ours[at], theirs[at]];
        if (one !== undefined && other !== undefined && agree(one, other)) open.delete(command);
      }
    }
    expect([...open]).toEqual([]);
  });

  itWithHyperfine('read each other’s JSON', async () => {
    hyperfine('-r', '10', '--export-json', 'theirs.json', 'sleep 0.01', 'sleep 0.04');
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
      const words = ['-f', '%M', '-o', 'memory', ...command.split(' ')];
      execFileSync('time', words, { cwd, stdio: 'ignore' });
      const theirs = Number(readFileSync(join(cwd, 'memory'), 'utf8')) * 1024;
      const run = await runPlateau(['bench', '-r', '2', command, '--json'], { cwd });
      const [result] = (JSON.parse(run.stdout) as ResultsJson).results;
      const ours = result?.memory_usage_byte[0] ?? 0;
      expect(Math.abs(ours - theirs)).toBeLessThan(600_000);
    }
  });
});
