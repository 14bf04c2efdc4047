import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { fakeHost } from '../../src/cli/testing/fake-host.ts';
import { readSymbolizer, SymbolSources } from '../../src/load/symbolize-files.ts';
import { sectionCodec } from '../../src/platform/zlib-codec.ts';
import { collectSamples, encodeAutoProfile } from '../../src/training/index.ts';
import { PerfFolder, readPerfData } from './perf-recordings.ts';
import { requires } from './requires.ts';

const example = fileURLToPath(new URL('../../examples/pgo-c/', import.meta.url));

describe('sample profiles for GCC', () => {
  requires(
    'gcc',
    'perf',
    'awk',
  )('make it call directly what indirect calls lead to', async (context) => {
    using folder = new PerfFolder();
    const program = join(folder.path, 'calc');
    const flags = ['-O2', '-g', join(example, 'calc.c')];
    folder.run('gcc', ...flags, '-o', program);
    const list = ['-v', 'seed=1', '-v', 'lines=5000', '-f', join(example, 'program.awk')];
    const input = join(folder.path, 'program.txt');
    writeFileSync(input, folder.run('awk', ...list));
    const how = ['-e', 'cpu-clock:u', '-F', '999', '--call-graph', 'dwarf,1024'];
    const command = ['sh', '-c', `exec ${program} 20000 < ${input}`];
    const recording = await readPerfData(folder.record(context, how, command), false);

    using sources = new SymbolSources(fakeHost([]));
    const image = await readSymbolizer(program, sources);
    if ('problem' in image) throw new Error(image.problem);
    const options = { codec: sectionCodec, discriminators: 'none' } as const;
    const file = join(folder.path, 'calc.afdo');
    writeFileSync(file, encodeAutoProfile(collectSamples(recording, image, options)));

    const notes = join(folder.path, 'notes');
    const use = [`-fauto-profile=${file}`, `-fopt-info-optimized=${notes}`, '-Werror'];
    folder.run('gcc', ...flags, ...use, '-o', join(folder.path, 'optimised'));
    expect(readFileSync(notes, 'utf8')).toMatch(/Indirect call -> direct call .* => run_add/);
  });
});
