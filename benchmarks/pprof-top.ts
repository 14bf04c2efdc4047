import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { seededRandom } from '../src/base/random.ts';
import { encodePprof } from '../src/formats/pprof/encode.ts';
import { zlibCodec } from '../src/platform/zlib-codec.ts';
import {
  type FrameIndex,
  type Label,
  type LabelSetIndex,
  none,
  type Profile,
  ProfileBuilder,
  type StackIndex,
} from '../src/profile/index.ts';
import type { Benchmark, CommandLine, Contest } from './benchmark.ts';
import { plateauProgram } from './repository.ts';

const samples = 650_000;
const functions = 15_000;
const callsPerFunction = 4;
const roots = 40;
const deepest = 90;
/** Samples are like one of so many before them. */
const remembered = 5000;

/** Reading a large profile and naming what costs most, gunzip included. */
export const benchmark: Benchmark = {
  name: 'pprof-top',
  title: 'pprof file to top',
  required: 1,
  goal: 1,
  theirTool: 'go',
  prepare,
};

async function prepare(dir: string): Promise<Contest> {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, `service-${samples}.pb.gz`);
  if (!existsSync(path)) writeProfile(path, serviceProfile(samples));
  const [theirs, ours] = [join(dir, 'pprof-top.theirs.txt'), join(dir, 'pprof-top.ours.txt')];
  const inputBytes = statSync(path).size;
  const top: CommandLine = { argv: [pprofProgram(), '-top', path], stdout: theirs };
  return {
    inputBytes,
    input: `${(inputBytes / 1e6).toFixed(0)} MB of pb.gz, ${samples} samples`,
    ours: { argv: [plateauProgram(), 'top', path], stdout: ours },
    theirs: top,
    theirVersion: execFileSync('go', ['version'], { encoding: 'utf8' }).trim(),
    async check() {
      const [a, b] = [theirs, ours].map((file) => topRows(readFileSync(file, 'utf8')));
      if (a === '' || a !== b) throw new Error('the two tables of top differ');
    },
  };
}

/** The program behind `go tool pprof`, because `go` itself would add its own start to their time. */
function pprofProgram(): string {
  return execFileSync('go', ['tool', '-n', 'pprof'], { encoding: 'utf8' }).trim();
}

/** Flat, cum and name of the rows, without spacing. */
function topRows(text: string): string {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/).join(' '));
  return lines.slice(lines.findIndex((line) => line.startsWith('flat ')) + 1).join('\n');
}

function writeProfile(path: string, profile: Profile): void {
  const chunks = [...encodePprof(profile, { valueType: 0, codec: zlibCodec })];
  // Level 1, as Go's runtime writes it.
  writeFileSync(path, gzipSync(Buffer.concat(chunks), { level: 1 }));
}

/**
 * A CPU profile as a busy service gives it: a call graph of thousands of functions, some inlined,
 * walked with hot paths that many samples share, up to 90 calls deep, labelled by endpoint.
 */
export function serviceProfile(count: number): Profile {
  const random = seededRandom(1);
  const builder = new ProfileBuilder();
  const observed = builder.addValueType('samples', 'count');
  const cpu = builder.addValueType('cpu', 'nanoseconds');
  builder.meta.period = 10_000_000;
  builder.meta.periodType = { name: 'cpu', unit: 'nanoseconds' };
  builder.meta.startEpochNs = 1_700_000_000_000_000_000n;
  builder.meta.durationNs = 60e9;
  const program = makeProgram(builder, random);
  const labels = makeLabelSets(builder, random);
  const earlier: Path[] = [];
  for (let row = 0; row < count; row++) {
    const stack = addPath(builder, program, nextPath(program, earlier, random));
    const set = labels[Math.floor(random() ** 2 * labels.length)] as LabelSetIndex;
    const hits = 1 + Math.floor(random() ** 8 * 40);
    const sample = builder.addSample(stack, none, set);
    builder.samples.addValue(sample, observed, hits);
    builder.samples.addValue(sample, cpu, hits * 10_000_000);
  }
  return builder.finish();
}

/** Per function: the places it is sampled at and calls from (frames, outermost first) and whom. */
interface Program {
  readonly sites: readonly (readonly FrameIndex[])[];
  readonly callees: Int32Array;
}

function makeProgram(builder: ProfileBuilder, random: () => number): Program {
  const mapping = builder.addMapping({
    file: builder.string('/usr/local/bin/service'),
    buildId: builder.string('4f1d2c3b5a69788796a5b4c3d2e1f00123456789'),
    start: 0x400000n,
    limit: 0x4000000n,
    symbolized: 31,
  });
  const packages = Array.from({ length: 300 }, (_, at) => `example.com/service/internal/part${at}`);
  const bodies = Array.from({ length: functions }, (_, at) => {
    const home = packages[Math.floor(random() ** 2 * packages.length)] ?? '';
    const name = builder.string(`${home}.(*Handler${at % 97}).Method${at}`);
    const file = builder.string(`${home}/file${at % 40}.go`);
    const startLine = 10 + Math.floor(random() * 900);
    return builder.addFunction({ name, linkageName: name, file, startLine });
  });
  const sites: FrameIndex[][] = [];
  const callees = new Int32Array(functions * callsPerFunction);
  for (let at = 0; at < functions; at++) {
    for (let call = 0; call < callsPerFunction; call++) {
      const address = (at * callsPerFunction + call) * 24 + 0x1000;
      const depth = random() < 0.25 ? 1 + Math.floor(random() * 3) : 0;
      const frames: FrameIndex[] = [];
      for (let inlineDepth = 0; inlineDepth <= depth; inlineDepth++) {
        const body = inlineDepth === 0 ? at : Math.floor(random() * functions);
        const called = bodies[body] ?? none;
        const line = 10 + Math.floor(random() * 1000);
        frames.push(builder.addFrame({ function: called, mapping, address, line, inlineDepth }));
      }
      sites.push(frames);
      // Some functions are called from everywhere.
      callees[at * callsPerFunction + call] = Math.floor(random() ** 4 * functions);
    }
  }
  return { sites, callees };
}

/** Call sites from the root; where the last one was reached the sample fell. */
type Path = readonly number[];

/** A path like one of those before: their outer part, then calls chosen anew, hot ones first. */
function nextPath(program: Program, earlier: Path[], random: () => number): Path {
  const base = earlier[Math.floor(random() * earlier.length)] ?? [];
  const kept = Math.max(0, base.length - 1 - Math.floor(random() ** 3 * 30));
  const path = base.slice(0, kept);
  const depth = Math.min(deepest, kept + 1 + Math.floor(random() ** 2 * 20));
  let at = kept === 0 ? Math.floor(random() ** 2 * roots) : calleeOf(program, path[kept - 1]);
  while (path.length < depth) {
    const site = at * callsPerFunction + Math.floor(random() ** 3 * callsPerFunction);
    path.push(site);
    at = calleeOf(program, site);
  }
  earlier[earlier.length < remembered ? earlier.length : Math.floor(random() * remembered)] = path;
  return path;
}

function calleeOf(program: Program, site: number | undefined): number {
  return program.callees[site ?? 0] as number;
}

function addPath(builder: ProfileBuilder, program: Program, path: Path): StackIndex {
  let stack: StackIndex = none;
  for (const site of path) {
    for (const frame of program.sites[site] ?? []) stack = builder.addStack(stack, frame);
  }
  return stack;
}

/**
 * Few distinct sets: pprof keeps a tag per function and set, so that labels with thousands of values
 * would take it minutes, and the contest is about reading and adding up.
 */
function makeLabelSets(builder: ProfileBuilder, random: () => number): LabelSetIndex[] {
  const text = (key: string, value: string): Label => ({
    key: builder.string(key),
    text: builder.string(value),
  });
  return Array.from({ length: 24 }, (_, at) =>
    builder.addLabelSet([
      text('endpoint', `/api/v1/resource${at}`),
      text('method', random() < 0.8 ? 'GET' : 'POST'),
    ]),
  );
}
