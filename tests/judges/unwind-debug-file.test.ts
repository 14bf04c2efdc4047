import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { PerfFolder, readPerfData, stackNames } from './perf-recordings.ts';
import { requires } from './requires.ts';

const flags = ['-O2', '-fomit-frame-pointer', '-fno-unwind-tables'];

describe('a program whose call frame information was moved to its debug file', () => {
  requires(
    'perf',
    'gcc',
    'objcopy',
  )('is unwound up to main', async (context) => {
    using folder = new PerfFolder();
    const source = 'unwind-corners/corners.c';
    const program = folder.compile(source, ...flags, '-fno-asynchronous-unwind-tables');
    const debug = join(folder.path, 'program.debug');
    folder.run('objcopy', '--only-keep-debug', program, debug);
    folder.run('objcopy', '--strip-debug', `--add-gnu-debuglink=${debug}`, program);
    expect(folder.run('objdump', '-h', program)).not.toContain('.debug_frame');
    const args = ['-F', '999', '--call-graph', 'dwarf,65528'];
    const profile = await readPerfData(folder.record(context, args, [program, '10000']));
    const stacks = Array.from(profile.samples.stack, (_, row) => stackNames(profile, row));
    const own = stacks.filter((names) => names.includes('main'));
    expect(own.length).toBeGreaterThan(stacks.length * 0.8);
    const deep = own.filter((names) => names.filter((name) => name === 'recurse').length > 20);
    expect(deep.length).toBeGreaterThan(0);
  });
});
