import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error: a plain module, shared with the scripts
import { findTool } from '../scripts/judges.mjs';
import { findFormat } from '../src/formats/index.ts';
import { writeOutputFile } from '../src/platform/output-file.ts';
import { zlibCodec } from '../src/platform/zlib-codec.ts';
import type { Benchmark, Measured, Run } from './benchmark.ts';
import { type BenchPage, openBenchPage, openOurs, openTheirs } from './ui-browser.ts';
import { type Latency, measureLatencies } from './ui-latency.ts';
import { distinctStacks, largeRecording } from './ui-recording.ts';
import { type BenchServer, startBenchServer } from './ui-server.ts';

const contest = { name: 'one-million', rows: 1_000_000 };
const large = { name: 'ten-million', rows: 10_000_000 };

export const benchmark: Benchmark = {
  name: 'ui-speedscope',
  title: 'a profile in the browser, until the first flame graph',
  required: 0.5,
  goal: 0.5,
  theirTool: 'chromium',
  async measure(dir, rounds) {
    const folder = join(dir, 'ui');
    await makeFiles(folder);
    const server = await startBenchServer(folder);
    const executable = findTool('chromium') ?? '';
    try {
      return await measureAll(server, executable, rounds);
    } finally {
      server.close();
    }

    async function measureAll(at: BenchServer, chromium: string, turns: number): Promise<Measured> {
      const sides = await inTurns(at, chromium, turns);
      const alone = await measureLarge(at, chromium, Math.min(turns, 5));
      const bytes = statSync(join(folder, `${contest.name}.speedscope.json`)).size;
      const ownBytes = statSync(join(folder, `${contest.name}.plateau`)).size;
      return {
        input: `${contest.rows} samples, ${distinctStacks} stacks of 10–60 frames, 4 threads, as .plateau (${mega(ownBytes)} MB) and as its own JSON (${mega(bytes)} MB)`,
        theirVersion: `speedscope ${speedscopeVersion()}`,
        ...sides,
        more: report(sides, alone, bytes),
      };
    }
  },
};

async function makeFiles(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, rows } of [contest, large]) {
    const formats = name === contest.name ? ['plateau', 'speedscope'] : ['plateau'];
    for (const format of formats) {
      const ending = format === 'plateau' ? 'plateau' : 'speedscope.json';
      const path = join(folder, `${name}.${ending}`);
      if (existsSync(path)) continue;
      const profile = largeRecording(rows);
      const chunks = findFormat(format)?.encode?.(profile, { valueType: 0, codec: zlibCodec });
      await writeOutputFile(path, chunks ?? []);
    }
  }
}

interface PageRun extends Run {
  readonly heapBytes: number;
}

async function withPage<Result>(
  chromium: string,
  run: (opened: BenchPage) => Promise<Result>,
): Promise<Result> {
  const opened = await openBenchPage(chromium);
  try {
    return await run(opened);
  } finally {
    await opened.close();
  }
}

async function inTurns(
  { address }: BenchServer,
  chromium: string,
  rounds: number,
): Promise<{ ours: PageRun[]; theirs: PageRun[] }> {
  const file = `${address}/files/${contest.name}.speedscope.json`;
  const sides = {
    ours: (opened: BenchPage) => openOurs(opened.page, `${address}/ours/${contest.name}/`),
    theirs: (opened: BenchPage) => openTheirs(opened.page, `${address}/theirs/index.html`, file),
  };
  const runs: { ours: PageRun[]; theirs: PageRun[] } = { ours: [], theirs: [] };
  for (let round = -1; round < rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
    for (const who of order) {
      const run = await withPage(chromium, async (opened) => ({
        seconds: (await sides[who](opened)) / 1000,
        peakBytes: await opened.peakBytes(),
        heapBytes: await opened.heapBytes(),
      }));
      // The first of each is not counted: files and code are then in memory.
      if (round >= 0) runs[who].push(run);
    }
  }
  return runs;
}

interface LargeRun extends PageRun {
  readonly latencies: readonly Latency[];
}

function measureLarge(at: BenchServer, chromium: string, rounds: number): Promise<LargeRun[]> {
  const runs: Promise<LargeRun[]> = Promise.resolve([]);
  return Array.from({ length: rounds }).reduce<Promise<LargeRun[]>>(async (before) => {
    const done = await before;
    const run = await withPage(chromium, async (opened) => {
      const milliseconds = await openOurs(opened.page, `${at.address}/ours/${large.name}/`);
      const latencies = await measureLatencies(opened.page);
      const peakBytes = await opened.peakBytes();
      return {
        seconds: milliseconds / 1000,
        peakBytes,
        heapBytes: await opened.heapBytes(),
        latencies,
      };
    });
    return [...done, run];
  }, runs);
}

function report(
  { ours, theirs }: { ours: readonly PageRun[]; theirs: readonly PageRun[] },
  alone: readonly LargeRun[],
  theirBytes: number,
): string {
  const memory = (runs: readonly PageRun[]): string =>
    `${mega(median(runs.map((run) => run.peakBytes)))} MB resident, ${mega(median(runs.map((run) => run.heapBytes)))} MB of JavaScript objects`;
  const first = alone[0]?.latencies ?? [];
  const rows = first.map(({ action, goalMs }, index) => {
    const times = alone.map((run) => run.latencies[index]?.ms ?? Number.NaN);
    return `| ${action} | ${milliseconds(times)} | ${goalMs === null ? '–' : `< ${goalMs} ms`} |`;
  });
  const opened = alone.map((run) => run.seconds * 1000);
  return [
    `Memory of the page with a million samples: ours ${memory(ours)}; speedscope's ${memory(theirs)}.`,
    '',
    `Ten million samples (${alone.length} pages; median, least–most; a JSON of speedscope's would have about ${(theirBytes / 1e8).toFixed(1)} GB, more than one string can hold):`,
    '',
    '| the page | takes | goal |',
    '|---|---|---|',
    `| open until the first flame graph | ${milliseconds(opened)} | < 2000 ms |`,
    ...rows,
    '',
    `Memory: ${memory(alone)}.`,
  ].join('\n');
}

function milliseconds(times: readonly number[]): string {
  const [least, most] = [Math.min(...times), Math.max(...times)];
  return `${Math.round(median(times))} ms (${Math.round(least)}–${Math.round(most)})`;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

function mega(bytes: number): string {
  return String(Math.round(bytes / 1e6));
}

function speedscopeVersion(): string {
  const text = readFileSync('node_modules/speedscope/package.json', 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
