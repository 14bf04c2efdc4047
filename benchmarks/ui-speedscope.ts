import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error: a plain module, shared with the scripts
import { findTool } from '../scripts/judges.mjs';
import { findFormat } from '../src/formats/index.ts';
import { writeOutputFile } from '../src/platform/output-file.ts';
import { zlibCodec } from '../src/platform/zlib-codec.ts';
import type { Benchmark } from './benchmark.ts';
import { openOurs } from './ui-browser.ts';
import {
  type ContestRuns,
  type ContestSize,
  contest,
  limitMs,
  type PageRun,
  withPage,
} from './ui-contest.ts';
import { type Latency, measureLatencies } from './ui-latency.ts';
import { distinctStacks, largeRecording } from './ui-recording.ts';
import { type BenchServer, startBenchServer } from './ui-server.ts';

/** The first one is surely survived, the second is the one that counts. */
const contests: readonly [ContestSize, ContestSize] = [
  { name: 'two-hundred-thousand', rows: 200_000 },
  { name: 'one-million', rows: 1_000_000 },
];
const large: ContestSize = { name: 'ten-million', rows: 10_000_000 };
/** More pages with ten million samples say no more. */
const mostLarge = 5;

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
    const chromium = findTool('chromium') ?? '';
    try {
      const small = await contest(server, folder, chromium, contests[0], rounds);
      const main = await contest(server, folder, chromium, contests[1], rounds);
      const alone = await measureLarge(server, chromium, Math.min(rounds, mostLarge));
      return {
        input: `${main.size.rows} samples, ${distinctStacks} stacks of 10–60 frames, 4 threads, as .plateau (${mega(main.ourBytes)} MB) and as its own JSON (${mega(main.theirBytes)} MB)`,
        theirVersion: `speedscope ${speedscopeVersion()}`,
        ours: main.ours,
        theirs: main.theirs,
        more: report([small, main], alone),
      };
    } finally {
      server.close();
    }
  },
};

async function makeFiles(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, rows } of [...contests, large]) {
    const formats = name === large.name ? ['plateau'] : ['plateau', 'speedscope'];
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

interface LargeRun extends PageRun {
  readonly latencies: readonly Latency[];
}

async function measureLarge(
  at: BenchServer,
  chromium: string,
  rounds: number,
): Promise<LargeRun[]> {
  const runs: LargeRun[] = [];
  while (runs.length < rounds) {
    const run = await withPage(chromium, async (opened) => {
      const address = `${at.address}/ours/${large.name}/`;
      const opening = await openOurs(opened.page, address, limitMs);
      if (opening === undefined) throw new Error(`${large.name} did not open in ${limitMs} ms`);
      const latencies = await measureLatencies(opened.page);
      const peakBytes = await opened.peakBytes();
      const heapBytes = await opened.heapBytes();
      return { seconds: opening / 1000, peakBytes, heapBytes, isCut: false, latencies };
    });
    runs.push(run);
  }
  return runs;
}

function report(sizes: readonly ContestRuns[], alone: readonly LargeRun[]): string {
  const largest = sizes.at(-1);
  const wouldBe = (((largest?.theirBytes ?? 0) / (largest?.size.rows ?? 1)) * large.rows) / 1e9;
  const first = alone[0]?.latencies ?? [];
  const rows = first.map(({ action, goalMs }, index) => {
    const times = alone.map((run) => run.latencies[index]?.ms ?? Number.NaN);
    return `| ${action} | ${milliseconds(times)} | ${goalMs === null ? '–' : `< ${goalMs} ms`} |`;
  });
  return [
    'Both in the same browser, a new one for each page (median, least–most):',
    '',
    '| samples | pages | ours | speedscope | ours ÷ theirs | memory of ours | of speedscope |',
    '|---|---|---|---|---|---|---|',
    ...sizes.map(contestRow),
    '',
    `Ten million samples (${alone.length} pages; a JSON of speedscope's would have about ${wouldBe.toFixed(1)} GB, more than one string can hold):`,
    '',
    '| the page | takes | goal |',
    '|---|---|---|',
    `| open until the first flame graph | ${milliseconds(alone.map((run) => run.seconds * 1000))} | < 2000 ms |`,
    ...rows,
    '',
    `Memory: ${memory(alone)}.`,
  ].join('\n');
}

function contestRow({ size, ours, theirs }: ContestRuns): string {
  const ratio = (secondsOf(ours) / secondsOf(theirs)).toFixed(2);
  const isBound = theirs.some(({ isCut }) => isCut);
  const cells = [
    size.rows.toLocaleString('en').replaceAll(',', ' '),
    String(ours.length),
    taken(ours),
    taken(theirs),
    isBound ? `< ${ratio}` : ratio,
    memory(ours),
    memory(theirs),
  ];
  return `| ${cells.join(' | ')} |`;
}

function taken(runs: readonly PageRun[]): string {
  if (runs.some(({ isCut }) => isCut)) return `more than ${limitMs / 1000} s`;
  return milliseconds(runs.map(({ seconds }) => seconds * 1000));
}

function secondsOf(runs: readonly PageRun[]): number {
  return median(runs.map((run) => run.seconds));
}

function memory(runs: readonly PageRun[]): string {
  const resident = `${mega(median(runs.map((run) => run.peakBytes)))} MB resident`;
  const heap = median(runs.map((run) => run.heapBytes));
  return heap === 0 ? resident : `${resident}, ${mega(heap)} MB of JavaScript objects`;
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
