import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findTool } from '../tests/judges/requires.ts';
import type { Benchmark } from './benchmark.ts';
import { perfDataContest } from './perf-data-contest.ts';
import { compileRecording } from './perf-recordings.ts';

export const benchmark: Benchmark = {
  name: 'perf-data-samply',
  title: 'perf.data with DWARF stacks → folded stacks, against a profile without names',
  required: 1,
  goal: 0.7,
  theirTool: 'samply',
  prepare: (dir) => {
    const recording = compileRecording(dir, 31_000);
    const samply = findTool('samply') ?? 'samply';
    const output = join(dir, 'samply.json.gz');
    const imported = { argv: [samply, 'import', '--save-only', '-o', output, recording.path] };
    const version = execFileSync(samply, ['--version'], { encoding: 'utf8' }).trim();
    return Promise.resolve(perfDataContest(dir, recording, imported, `${version} import`));
  },
};
