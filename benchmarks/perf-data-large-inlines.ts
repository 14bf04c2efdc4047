// @ts-expect-error: a plain module, shared with the scripts
import { measureInTurns } from '../scripts/measure.mjs';
import type { Benchmark, Run } from './benchmark.ts';
import { perfDataContest } from './perf-data-contest.ts';
import { largeRecording, perfVersion } from './perf-recordings.ts';

/** perf needs about a minute each time. */
const mostRounds = 2;

/** As `perf-data-inlines`, on a program of a size that is usual with full debug info. */
export const benchmark: Benchmark = {
  name: 'perf-data-large-inlines',
  title: 'perf.data of a C++ program of 70 MB → folded stacks with inlined frames',
  required: 0.05,
  goal: 0.02,
  theirTool: 'perf',
  async measure(dir, rounds) {
    const recording = await largeRecording(dir);
    const script = { argv: ['perf', 'script', '-i', recording.path] };
    const contest = perfDataContest(dir, recording, script, perfVersion());
    const most = Math.min(rounds, mostRounds);
    const runs = await (measureInTurns as Measure)(contest.ours, contest.theirs, most);
    await contest.check?.();
    return { ...runs, input: contest.input, theirVersion: contest.theirVersion };
  },
};

type Measure = (
  ours: object,
  theirs: object,
  rounds: number,
) => Promise<{ readonly ours: readonly Run[]; readonly theirs: readonly Run[] }>;
