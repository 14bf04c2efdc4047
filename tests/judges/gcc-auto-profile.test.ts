import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { fakeHost } from '../../src/cli/testing/fake-host.ts';
import { readSymbolizer, SymbolSources } from '../../src/load/symbolize-files.ts';
import { sectionCodec } from '../../src/platform/zlib-codec.ts';
import { collectSamples, encodeAutoProfile } from '../../src/training/index.ts';
import { FunctionSamples, lineKey } from '../../src/training/llvm/function-samples.ts';
import { PerfFolder, readPerfData } from './perf-recordings.ts';
import { requires } from './requires.ts';

const callsSource = `int twice(int value) { return value * 2; }
typedef int operation(int);
int run(operation *apply, int count) {
  int sum = 0;
  for (int at = 0; at < count; at++) sum += apply(at);
  return sum;
}
int main(int count, char **words) { return run(words[0] ? twice : 0, count) == 7; }
`;
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

  requires('gcc')('may name any function as the target of a call', () => {
    using folder = new PerfFolder();
    const source = join(folder.path, 'calls.c');
    writeFileSync(source, callsSource);
    const run = new FunctionSamples('run');
    const call = lineKey(5, 3, 0);
    run.addBody(call, 9000);
    run.addTarget(call, 'twice', 9000);
    const twice = new FunctionSamples('twice');
    twice.head = 9000;
    twice.addBody(lineKey(1, 1, 0), 9000);
    // gcc's own numbers of names begin at one, and either may come first.
    for (const functions of [
      [run, twice],
      [twice, run],
    ]) {
      const profile = { functions, sampleCount: 9000, callCount: 9000, lineless: 0 };
      writeFileSync(join(folder.path, 'calls.afdo'), encodeAutoProfile(profile));
      const use = `-fauto-profile=${join(folder.path, 'calls.afdo')}`;
      folder.run('gcc', '-O2', '-g', '-Werror', use, source, '-o', join(folder.path, 'calls'));
    }
  });
});
