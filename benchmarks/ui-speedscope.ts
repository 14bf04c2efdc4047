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
  type ContestFiles,
  type ContestPlace,
  type ContestRuns,
  contest,
  limitMs,
  measured,
  type PageRun,
  withPage,
} from './ui-contest.ts';
import { measureLatencies, measureSharedLatencies, measureTheirLatencies } from './ui-latency.ts';
import { type Course, distinctStacks, largeRecording } from './ui-recording.ts';
import { isShown, mega, uiReport } from './ui-report.ts';
import { startBenchServer } from './ui-server.ts';

const encodings = { plateau: 'plateau', speedscope: 'speedscope.json', folded: 'folded' } as const;
type Encoding = keyof typeof encodings;

interface Recording {
  readonly samples: number;
  readonly course: Course;
}

const large: Recording = { samples: 10_000_000, course: 'jumps' };
/** More pages with ten million samples say no more. */
const mostLarge = 5;

/**
 * In order of time, from the largest on until speedscope survives one: it makes a node of every call that
 * begins between two samples, so it is samples that follow their threads which it has room for.
 */
const timed: readonly ContestFiles[] = [1_000_000, 300_000].map((samples) =>
  filesOf({ samples, course: 'walks' }, 'plateau', 'speedscope', {
    title: 'in order of time',
    isTrial: false,
  }),
);
/** The same bytes for both, and the fewest for speedscope: a line per stack. */
const summed: ContestFiles = filesOf(large, 'folded', 'folded', {
  title: 'as folded stacks, the same file',
  isTrial: false,
});
/** Every sample anywhere in the program: what it does not survive, and how. */
const trial: ContestFiles = filesOf(
  { samples: 1_000_000, course: 'jumps' },
  'plateau',
  'speedscope',
  { title: 'in order of time, each anywhere', isTrial: true },
);

export const benchmark: Benchmark = {
  name: 'ui-speedscope',
  title: 'a profile in the browser, until the first flame graph',
  required: 0.5,
  goal: 0.5,
  theirTool: 'chromium',
  async measure(dir, rounds) {
    const folder = join(dir, 'ui');
    mkdirSync(folder, { recursive: true });
    const server = await startBenchServer(folder);
    const place = { server, folder, chromium: String(findTool('chromium')), rounds };
    try {
      const all: ContestRuns[] = [];
      for (const files of timed) {
        all.push(await runContest(place, files));
        if (isShown(all.at(-1))) break;
      }
      all.push(await runContest(place, summed), await runContest(place, trial));
      const main = all.find(isShown);
      if (main === undefined) throw new Error('speedscope showed none of the recordings');
      const alone = await measureLarge({ ...place, rounds: Math.min(rounds, mostLarge) });
      return {
        input: `${main.files.samples} samples ${main.files.title}, ${distinctStacks} stacks of 10–60 frames, 4 threads, as ${main.files.ours} (${mega(main.ourBytes)} MB) and as ${main.files.theirs} (${mega(main.theirBytes)} MB)`,
        theirVersion: `speedscope ${speedscopeVersion()}`,
        ours: main.ours,
        theirs: main.theirs,
        more: uiReport(all, alone),
      };
    } finally {
      server.close();
    }
  },
};

async function runContest(place: ContestPlace, files: ContestFiles): Promise<ContestRuns> {
  await makeFile(place.folder, files.ours);
  await makeFile(place.folder, files.theirs);
  console.error(`  ${files.samples} samples ${files.title} …`);
  return contest(place, files, {
    ours: ({ page }) => measureSharedLatencies(page),
    theirs: ({ page }) => measureTheirLatencies(page),
  });
}

function filesOf(
  recording: Recording,
  ours: Encoding,
  theirs: Encoding,
  rest: Pick<ContestFiles, 'title' | 'isTrial'>,
): ContestFiles {
  const { samples } = recording;
  return { samples, ours: fileName(recording, ours), theirs: fileName(recording, theirs), ...rest };
}

function fileName({ samples, course }: Recording, encoding: Encoding): string {
  return `${course}-${samples}.${encodings[encoding]}`;
}

/** Files are kept between runs; their names say all that they are made from. */
async function makeFile(folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  const [, course, samples, ending] = /^(jumps|walks)-(\d+)\.(.+)$/.exec(name) ?? [];
  if (existsSync(path)) return;
  const encoding = Object.entries(encodings).find(([, each]) => each === ending)?.[0] ?? '';
  const profile = largeRecording(Number(samples), course as Course);
  const chunks = findFormat(encoding)?.encode?.(profile, { valueType: 0, codec: zlibCodec });
  await writeOutputFile(path, chunks ?? []);
}

async function measureLarge(place: ContestPlace): Promise<PageRun[]> {
  const { server, folder, chromium, rounds } = place;
  const name = fileName(large, 'plateau');
  await makeFile(folder, name);
  console.error(`  ${large.samples} samples, ours alone …`);
  const runs: PageRun[] = [];
  while (runs.length < rounds) {
    const run = await withPage(chromium, 'plain', (opened) =>
      measured(
        opened,
        ({ page }) => openOurs(page, `${server.address}/ours/${name}/`, limitMs),
        ({ page }) => measureLatencies(page),
      ),
    );
    if (run.end !== 'shown') throw new Error(`${name} was not shown: ${run.end}`);
    runs.push(run);
  }
  return runs;
}

function speedscopeVersion(): string {
  const text = readFileSync('node_modules/speedscope/package.json', 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
