import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from './benchmark.ts';
import {
  type BenchPage,
  type Drawing,
  type Opening,
  openBenchPage,
  openOurs,
  openTheirs,
} from './ui-browser.ts';
import type { Latency } from './ui-latency.ts';
import type { BenchServer } from './ui-server.ts';

/** Opening takes longer than this: "more than", and it is not tried again. */
export const limitMs = 90_000;
/** After so long no further round of one recording is begun, so that all of it ends. */
const budgetMs = 150_000;

export interface PageRun extends Run {
  readonly heapBytes: number;
  /** Unless `shown`, `seconds` is how long it had taken until then. */
  readonly end: Opening['end'];
  readonly latencies: readonly Latency[];
}

/** One recording, as the file that each of the two reads. */
export interface ContestFiles {
  readonly samples: number;
  /** What is told apart in the report: `in order of time`. */
  readonly title: string;
  readonly ours: string;
  readonly theirs: string;
  /** Whether it is only tried once: nobody expects it to be shown. */
  readonly isTrial: boolean;
}

/** One recording, opened by both in turns. */
export interface ContestRuns {
  readonly files: ContestFiles;
  readonly ourBytes: number;
  readonly theirBytes: number;
  readonly ours: readonly PageRun[];
  readonly theirs: readonly PageRun[];
}

export interface ContestPlace {
  readonly server: BenchServer;
  /** Where the server's files are. */
  readonly folder: string;
  readonly chromium: string;
  readonly rounds: number;
}

/** What is measured once a recording is shown. */
export interface SideLatencies {
  ours(opened: BenchPage): Promise<Latency[]>;
  theirs(opened: BenchPage): Promise<Latency[]>;
}

export async function withPage<Result>(
  chromium: string,
  by: Drawing,
  run: (opened: BenchPage) => Promise<Result>,
): Promise<Result> {
  const opened = await openBenchPage(chromium, by);
  try {
    return await run(opened);
  } finally {
    await opened.close();
  }
}

/** A browser of its own for every run; A B, B A, … after one of each that is not counted. */
export async function contest(
  { server: { address }, folder, chromium, rounds }: ContestPlace,
  files: ContestFiles,
  latencies: SideLatencies,
): Promise<ContestRuns> {
  const open = {
    ours: ({ page }: BenchPage) => openOurs(page, `${address}/ours/${files.ours}/`, limitMs),
    theirs: ({ page }: BenchPage) =>
      openTheirs(page, `${address}/theirs/index.html`, `${address}/files/${files.theirs}`, limitMs),
  };
  const runs: { ours: PageRun[]; theirs: PageRun[] } = { ours: [], theirs: [] };
  const begun = performance.now();
  const first = files.isTrial ? rounds - 1 : -1;
  for (let round = first; round < rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
    const made: PageRun[] = [];
    for (const who of order) {
      const wanted = round >= 0 ? latencies[who] : () => Promise.resolve([]);
      made.push(await withPage(chromium, 'webgl', (opened) => measured(opened, open[who], wanted)));
    }
    const isFailed = made.some(({ end }) => end !== 'shown');
    // The first of each is not counted: files and code are then in memory. One that was not shown is.
    if (round >= 0 || isFailed) {
      for (const [at, who] of order.entries()) runs[who].push(made[at] as PageRun);
    }
    const isOver = performance.now() - begun > budgetMs && runs.theirs.length > 0;
    if (isOver || isFailed) break;
  }
  return {
    files,
    ourBytes: statSync(join(folder, files.ours)).size,
    theirBytes: statSync(join(folder, files.theirs)).size,
    ...runs,
  };
}

export async function measured(
  opened: BenchPage,
  open: (opened: BenchPage) => Promise<Opening>,
  latenciesOf: (opened: BenchPage) => Promise<Latency[]>,
): Promise<PageRun> {
  const { end, ms } = await open(opened);
  const isShown = end === 'shown';
  const peakBytes = opened.peakBytes();
  // A page that is still at work answers nothing.
  const heapBytes = isShown ? await opened.heapBytes() : 0;
  const latencies = isShown ? await latenciesOf(opened) : [];
  return { seconds: ms / 1000, peakBytes, heapBytes, end, latencies };
}
