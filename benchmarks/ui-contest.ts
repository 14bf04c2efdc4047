import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from './benchmark.ts';
import { type BenchPage, openBenchPage, openOurs, openTheirs } from './ui-browser.ts';
import type { BenchServer } from './ui-server.ts';

/** Opening takes longer than this: "more than", and it is not tried again. */
export const limitMs = 90_000;
/** After so long no further round of one size is begun, so that all of it ends. */
const budgetMs = 150_000;

export interface PageRun extends Run {
  readonly heapBytes: number;
  /** It was stopped: `seconds` is how long it had taken until then. */
  readonly isCut: boolean;
}

export interface ContestSize {
  readonly name: string;
  readonly rows: number;
}

/** One size of recording, opened by both in turns. */
export interface ContestRuns {
  readonly size: ContestSize;
  readonly ourBytes: number;
  readonly theirBytes: number;
  readonly ours: readonly PageRun[];
  readonly theirs: readonly PageRun[];
}

export async function withPage<Result>(
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

/** A browser of its own for every run; A B, B A, … after one of each that is not counted. */
export async function contest(
  { address }: BenchServer,
  folder: string,
  chromium: string,
  size: ContestSize,
  rounds: number,
): Promise<ContestRuns> {
  const file = `${address}/files/${size.name}.speedscope.json`;
  const sides = {
    ours: (opened: BenchPage) => openOurs(opened.page, `${address}/ours/${size.name}/`, limitMs),
    theirs: (opened: BenchPage) =>
      openTheirs(opened.page, `${address}/theirs/index.html`, file, limitMs),
  };
  const runs: { ours: PageRun[]; theirs: PageRun[] } = { ours: [], theirs: [] };
  const begun = performance.now();
  for (let round = -1; round < rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
    const made: PageRun[] = [];
    for (const who of order) {
      const run = await withPage(chromium, (opened) => measured(opened, sides[who]));
      made.push(run);
      // The first of each is not counted: files and code are then in memory. One that was cut is.
      if (round >= 0 || made.some(({ isCut }) => isCut)) runs[who].push(run);
    }
    const isOver = performance.now() - begun > budgetMs && runs.theirs.length > 0;
    if (isOver || made.some(({ isCut }) => isCut)) break;
  }
  const least = Math.min(runs.ours.length, runs.theirs.length);
  return {
    size,
    ourBytes: statSync(join(folder, `${size.name}.plateau`)).size,
    theirBytes: statSync(join(folder, `${size.name}.speedscope.json`)).size,
    ours: runs.ours.slice(0, least),
    theirs: runs.theirs.slice(0, least),
  };
}

async function measured(
  opened: BenchPage,
  open: (opened: BenchPage) => Promise<number | undefined>,
): Promise<PageRun> {
  const milliseconds = await open(opened);
  const isCut = milliseconds === undefined;
  return {
    seconds: (milliseconds ?? limitMs) / 1000,
    peakBytes: await opened.peakBytes(),
    // A page that is still at work answers nothing.
    heapBytes: isCut ? 0 : await opened.heapBytes(),
    isCut,
  };
}
