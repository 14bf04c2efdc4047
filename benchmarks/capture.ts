// Records the same program with `perf record` and with ours, in turns, and prints for each rate what was captured
// of what the processor time demands, what was lost, what the recorder itself cost and what the target paid.
//   node scripts/run-typescript.mjs benchmarks/capture.ts [--rounds N]
// It needs a quiet machine for the last column: processor time of a busy machine differs by more than that.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { loadSys } from '../src/platform/sys/sys.ts';
import { readChildrenTimeNs } from '../src/record/native/capture-times.ts';
import { readPerfData } from '../src/record/native/testing/perf-data-facts.ts';
import { plateauProgram } from './repository.ts';

interface Setting {
  readonly title: string;
  readonly hz: number;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

interface Run {
  readonly targetS: number;
  readonly recorderS: number;
  readonly samples: number;
  readonly lost: number;
}

const dwarf = { ours: ['--call-graph', 'dwarf,8192'], theirs: ['--call-graph', 'dwarf,8192'] };
const chains = { ours: ['--call-graph', 'fp'], theirs: ['-g'] };
const settings: readonly Setting[] = [
  { title: '99 Hz, frame pointers', hz: 99, ...chains },
  { title: '999 Hz, frame pointers', hz: 999, ...chains },
  { title: '4999 Hz, frame pointers', hz: 4999, ...chains },
  { title: '999 Hz, 8 KiB of stack', hz: 999, ...dwarf },
];
const threads = 2;
const rounds = 1500;
const sys = loadSys();
// Certificates that an administrator adds make every start of Node 20 take up to 45 ms longer, whatever
// it runs: a matter of that machine, not of the recorder.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

function childrenS(): number {
  return (readChildrenTimeNs(sys) ?? 0) / 1e9;
}

/** Runs a recorder, or nothing but the target; the target prints its own processor time. */
function measure(argv: readonly string[], output?: string): Run {
  const before = childrenS();
  const [command = '', ...args] = argv;
  const done = spawnSync(command, args, { encoding: 'utf8', timeout: 60_000, env });
  if (done.status !== 0) throw new Error(`${argv.join(' ')}: ${done.stderr}`);
  const targetS = Number(done.stdout);
  const recorderS = childrenS() - before - targetS;
  if (output === undefined) return { targetS, recorderS, samples: 0, lost: 0 };
  const { samples, lost } = readPerfData(output);
  return { targetS, recorderS, samples, lost };
}

function compile(folder: string): string {
  const program = resolve(folder, 'work');
  const source = 'fixtures/programs/capture-victims/work.c';
  execFileSync('cc', ['-O1', '-g', '-fno-omit-frame-pointer', '-pthread', '-o', program, source]);
  return program;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function row(name: string, runs: readonly Run[], { hz }: Setting, bare: readonly Run[]): string {
  const captured = median(runs.map((run) => run.samples / (run.targetS * hz)));
  const lost = runs.reduce((sum, run) => sum + run.lost, 0);
  const recorder = median(runs.map((run) => run.recorderS));
  const fastest = (of: readonly Run[]): number => Math.min(...of.map((run) => run.targetS));
  const overhead = fastest(runs) / fastest(bare) - 1;
  const cells = [
    name.padEnd(8),
    `captured ${(captured * 100).toFixed(2)} %`.padEnd(19),
    `lost ${lost}`.padEnd(9),
    `recorder ${(recorder * 1000).toFixed(0)} ms`.padEnd(17),
    `target ${overhead >= 0 ? '+' : ''}${(overhead * 100).toFixed(1)} %`,
  ];
  return `  ${cells.join('  ')}`;
}

function compare(setting: Setting, folder: string, target: readonly string[], turns: number): void {
  const runs = { ours: [] as Run[], theirs: [] as Run[], bare: [] as Run[] };
  const output = join(folder, 'capture.data');
  const event = ['-F', String(setting.hz), '-e', 'cpu-clock', '-o', output];
  const plateau = [plateauProgram(), 'record', '-q', ...event, ...setting.ours];
  const perf = ['perf', 'record', '-q', ...event, ...setting.theirs];
  for (let turn = 0; turn < turns; turn++) {
    const order = turn % 2 === 0 ? (['theirs', 'ours'] as const) : (['ours', 'theirs'] as const);
    runs.bare.push(measure(target));
    for (const who of order) {
      const recorder = who === 'ours' ? plateau : perf;
      runs[who].push(measure([...recorder, '--', ...target], output));
    }
  }
  console.log(setting.title);
  console.log(row('perf', runs.theirs, setting, runs.bare));
  console.log(row('plateau', runs.ours, setting, runs.bare));
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const folder = '.build/bench';
mkdirSync(folder, { recursive: true });
const target = [compile(folder), String(rounds), String(threads)];
for (const setting of settings) compare(setting, folder, target, Number(values.rounds));
