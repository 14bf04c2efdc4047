// Writes and reads a `.plateau` file of ten million time-ordered CPU samples and prints seconds, peak memory and
// bytes per sample. There is no other tool for this file, so there is no ratio. Run it with
//   node scripts/run-typescript.mjs benchmarks/container-speed.ts [samples]
import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../src/base/random.ts';
import { encodePlateau, PlateauReader } from '../src/container/index.ts';
import { readInputFile } from '../src/platform/input-file.ts';
import { writeOutputFile } from '../src/platform/output-file.ts';
import { zlibCodec } from '../src/platform/zlib-codec.ts';
import { noLabels, none, type Profile, ProfileBuilder } from '../src/profile/index.ts';
import { addPath } from '../src/profile/testing/picture.ts';

type Period = 'constant' | 'varying';

const self = fileURLToPath(import.meta.url);
const threads = 16;
const cpus = 8;
const distinctStacks = 20_000;

/** A sample every millisecond or so with jitter, hot stacks more often than others. */
function recording(rows: number, period: Period): Profile {
  const random = seededRandom(1);
  const builder = new ProfileBuilder();
  builder.addValueType('cpu', 'nanoseconds');
  for (let index = 0; index < threads; index++) builder.addThread({ pid: 100, tid: 100 + index });
  const leaves = Array.from({ length: distinctStacks }, (_, index) => {
    const names = ['main', `run${index % 7}`, `step${index % 101}`, `part${index % 997}`];
    return addPath(builder, [...names, `leaf${index}`]);
  });
  builder.addSample(none, none, noLabels);
  const small = builder.finish();
  const stack = new Int32Array(rows);
  const thread = new Int32Array(rows);
  const cpu = new Int32Array(rows);
  const timeNs = new Float64Array(rows);
  const value = new Float64Array(rows);
  let now = 86_400e9;
  for (let row = 0; row < rows; row++) {
    const elapsed = 950_000 + Math.floor(random() * 100_000);
    now += elapsed;
    timeNs[row] = now;
    stack[row] = leaves[Math.floor(random() ** 3 * leaves.length)] as number;
    thread[row] = Math.floor(random() ** 2 * threads);
    cpu[row] = Math.floor(random() * cpus);
    value[row] = period === 'constant' ? 1_000_000 : elapsed;
  }
  const samples = { ...small.samples, length: rows, stack, thread, cpu, timeNs, values: [value] };
  return { ...small, samples };
}

async function write(path: string, rows: number, period: Period): Promise<void> {
  const profile = recording(rows, period);
  const start = { wall: performance.now(), cpu: process.cpuUsage() };
  await writeOutputFile(path, encodePlateau(profile, zlibCodec));
  report('write', start, profile);
}

async function read(path: string): Promise<void> {
  const start = { wall: performance.now(), cpu: process.cpuUsage() };
  const reader = new PlateauReader(zlibCodec);
  for await (const chunk of readInputFile(path)) reader.push(chunk);
  report('read', start, await reader.finish());
}

interface Start {
  readonly wall: number;
  readonly cpu: NodeJS.CpuUsage;
}

function report(what: string, start: Start, profile: Profile): void {
  const seconds = (performance.now() - start.wall) / 1000;
  const { user, system } = process.cpuUsage(start.cpu);
  const cpu = (user + system) / 1e6;
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(
    `  ${what.padEnd(5)} ${seconds.toFixed(2)} s (${cpu.toFixed(2)} s of CPU)   peak ${peak.toFixed(0)} MiB   ${profile.samples.length} samples`,
  );
}

/** Each step in a process of its own, so that its peak memory is its own. */
function runSteps(rows: number): void {
  const path = join(dirname(self), '../bench/ten-million.plateau');
  mkdirSync(dirname(path), { recursive: true });
  for (const period of ['constant', 'varying'] satisfies Period[]) {
    console.log(`${rows} samples, ${period} period`);
    for (const step of [
      ['write', path, String(rows), period],
      ['read', path],
    ]) {
      const done = spawnSync(process.execPath, [self, ...step], { stdio: 'inherit' });
      if (done.status !== 0) throw new Error(`${step[0]} failed`);
    }
    const size = statSync(path).size;
    console.log(
      `  file  ${(size / 1e6).toFixed(1)} MB   ${(size / rows).toFixed(2)} bytes per sample`,
    );
  }
}

const [step = '', path = '', rows = '', period = ''] = process.argv.slice(2);
if (step === 'write') await write(path, Number(rows), period as Period);
else if (step === 'read') await read(path);
else runSteps(Number(step || 10_000_000));
