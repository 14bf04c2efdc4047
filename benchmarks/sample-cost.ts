// What one sample costs the program it interrupts, by kind of stack and rate: the program runs bare and
// recorded, in turns, and says how much processor time it took. The constants of record/native/slowdown.ts
// come from this.
//   node scripts/run-typescript.mjs benchmarks/sample-cost.ts [--rounds N]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readPerfData } from '../src/record/native/testing/perf-data-facts.ts';
import { plateauProgram } from './repository.ts';

const kinds = ['fp', 'dwarf,8192', 'dwarf,16384', 'dwarf,32768'];
const ratesHz = [999, 4999, 9999];
const work = 1500;
const folder = '.build/bench';

function processorS(argv: readonly string[]): number {
  const [command = '', ...args] = argv;
  const done = spawnSync(command, args, { encoding: 'utf8', timeout: 60_000 });
  if (done.status !== 0) throw new Error(`${argv.join(' ')}: ${done.stderr}`);
  return Number(done.stdout);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
mkdirSync(folder, { recursive: true });
const program = resolve(folder, 'deep-work');
const source = 'fixtures/programs/capture-victims/deep-work.c';
execFileSync('cc', ['-O1', '-g', '-fno-omit-frame-pointer', '-o', program, source]);
const target = [program, String(work)];
const output = join(folder, 'cost.data');
const costs = new Map<string, number[]>();
for (let turn = 0; turn < Number(values.rounds); turn++) {
  for (const hz of ratesHz) {
    for (const kind of kinds) {
      // Before and after, since a busy machine changes while it is measured.
      const before = processorS(target);
      const recorder = [plateauProgram(), 'record', '-q', '-e', 'cpu-clock', '-F', String(hz)];
      const options = ['--call-graph', kind, '-o', output, '--'];
      const recorded = processorS([...recorder, ...options, ...target]);
      const bare = Math.min(before, processorS(target));
      const { samples } = readPerfData(output);
      const name = `${kind.padEnd(12)} ${String(hz).padStart(5)} Hz`;
      costs.set(name, [...(costs.get(name) ?? []), ((recorded - bare) / samples) * 1e6]);
    }
  }
}
for (const [name, each] of costs) {
  const spread = `${Math.min(...each).toFixed(1)} to ${Math.max(...each).toFixed(1)}`;
  console.log(`${name}  ${median(each).toFixed(1).padStart(6)} µs a sample (${spread})`);
}
