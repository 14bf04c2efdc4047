// The same program against itself: neither `plateau bench` nor `plateau pgo compare` may report a difference.
//   node scripts/run-typescript.mjs benchmarks/bench-same.ts [--rounds 20]
// Needs a built dist/ and cc; takes three minutes. Exits with 1 if a difference was reported.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { ResultsJson } from '../src/bench/index.ts';
import type { PgoReport } from '../src/pgo/index.ts';
import { repositoryRoot } from './repository.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const rounds = Number(values.rounds);
const cli = join(repositoryRoot(), 'dist/cli/main.js');
const cwd = mkdtempSync(join(tmpdir(), 'plateau-same-'));

function plateau(...words: readonly string[]): unknown {
  const options = { cwd, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  return JSON.parse(execFileSync(process.execPath, [cli, ...words, '--json'], options));
}

/** Different ways to spend time, 5 to 50 ms each. */
const commands = [
  'sort numbers.txt',
  'sha256sum words.bin',
  'gzip -c numbers.txt',
  'seq 1000000',
  './spin 20000000',
];

function benchOnce(round: number): string {
  const command = commands[round % commands.length] ?? '';
  const seed = String(2_000_001 + round);
  const times = ['--min-time', '1s', '--max-time', '2s', '--no-memory-run'];
  const words = ['bench', command, command, ...times, '--seed', seed, '--counters', 'none'];
  return (plateau(...words) as ResultsJson).results[1]?.verdict ?? '';
}

/** One binary in the places of both builds; the step `compare` builds nothing. */
function preparePgo(): void {
  mkdirSync(join(cwd, 'pgo-build'));
  for (const name of ['spin', 'spin-baseline']) {
    copyFileSync(join(cwd, 'spin'), join(cwd, 'pgo-build', name));
  }
  writeFileSync(
    join(cwd, 'plateau.toml'),
    `[pgo]
[pgo.quick]
least-runs = 10
most-runs = 30
most-time = "1s"
[[pgo.target]]
name = "spin"
language = "go"
[[pgo.workload]]
name = "count"
target = "spin"
role = "held-out"
args = ["20000000"]
`,
  );
}

function pgoOnce(): string {
  return (plateau('pgo', 'compare', '--quick', '-q') as PgoReport).verdict ?? '';
}

function repeat(what: string, once: (round: number) => string): number {
  const counts = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const verdict = once(round);
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  const list = [...counts].map(([verdict, count]) => `${verdict} ${count}`).join(', ');
  const differences =
    rounds - (counts.get('no difference') ?? 0) - (counts.get('inconclusive') ?? 0);
  console.log(`${what}: ${differences} of ${rounds} report a difference (${list})`);
  return differences;
}

try {
  console.log(`load ${loadavg()[0]?.toFixed(1)} before`);
  execFileSync(
    'sh',
    ['-c', 'seq 100000 | sort -R >numbers.txt; head -c 20000000 /dev/zero >words.bin'],
    {
      cwd,
    },
  );
  const source = '#include <stdlib.h>\nint main(int c,char**v){long n=atol(v[c-1]);';
  writeFileSync(join(cwd, 'spin.c'), `${source}for(volatile long i=0;i<n;i++);return 0;}\n`);
  execFileSync('cc', ['-O1', '-o', 'spin', 'spin.c'], { cwd });
  const inBench = repeat('bench', benchOnce);
  preparePgo();
  const inPgo = repeat('pgo compare', pgoOnce);
  process.exitCode = inBench + inPgo > 0 ? 1 : 0;
} finally {
  rmSync(cwd, { recursive: true, force: true });
}
