import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { fakeHost } from '../../src/cli/testing/fake-host.ts';
import { readSymbolizer, SymbolSources } from '../../src/load/symbolize-files.ts';
import type { ElfFile } from '../../src/object/index.ts';
import { sectionCodec } from '../../src/platform/zlib-codec.ts';
import type { PlaceSource } from '../../src/symbolize/index.ts';
import { collectSamples, encodeSampleText } from '../../src/training/index.ts';
import { codeAddresses } from './inline-frames.ts';
import { PerfFolder, readPerfData } from './perf-recordings.ts';
import { requires } from './requires.ts';

const example = fileURLToPath(new URL('../../examples/pgo-c/', import.meta.url));
const flags = ['-O2', '-gmlt', '-fdebug-info-for-profiling', join(example, 'calc.c')];

interface Image {
  readonly path: string;
  readonly elf: ElfFile;
  readonly symbolizer: PlaceSource;
}

async function withImage<Result>(path: string, use: (image: Image) => Result): Promise<Result> {
  using sources = new SymbolSources(fakeHost([]));
  const opened = await readSymbolizer(path, sources);
  if ('problem' in opened) throw new Error(opened.problem);
  return use(opened);
}

/** What is inlined into main, directly or not. */
function inlinedIntoMain(program: string): Promise<Set<string>> {
  return withImage(program, ({ symbolizer }) => {
    const places = codeAddresses(program, 1).map((svma) => symbolizer.places(svma));
    const inMain = places.filter(([outer]) => outer?.name === 'main');
    return new Set(inMain.flatMap((all) => all.slice(1).map(({ name }) => name)));
  });
}

/** What llvm-symbolizer says of every address, the outermost place first: `0 2`. */
function theirDiscriminators(folder: PerfFolder, program: string): string[] {
  const list = join(folder.path, 'addresses');
  const addresses = codeAddresses(program, 1).map((svma) => `0x${svma.toString(16)}`);
  writeFileSync(list, addresses.join('\n'));
  const args = `@${list}`;
  const text = folder.run('llvm-symbolizer-19', `--obj=${program}`, '--output-style=JSON', args);
  const answers = JSON.parse(text) as { Symbol: { Discriminator: number }[] }[];
  return answers.map(({ Symbol: places }) => {
    const innermostFirst = places.map(({ Discriminator }) => Discriminator);
    return innermostFirst.toReversed().join(' ');
  });
}

describe('sample profiles for LLVM', () => {
  requires('clang-19', 'llvm-symbolizer-19')('rest on the discriminators of DWARF', async () => {
    using folder = new PerfFolder();
    const program = join(folder.path, 'calc');
    folder.run('clang-19', ...flags, '-o', program);
    const theirs = theirDiscriminators(folder, program);
    const ours = await withImage(program, ({ symbolizer }) =>
      codeAddresses(program, 1).map((svma) =>
        symbolizer
          .places(svma)
          .map(({ discriminator }) => discriminator ?? 0)
          .join(' '),
      ),
    );
    // Padding between functions belongs to none of them for us.
    const compared = ours.flatMap((our, i) => (our === '' ? [] : [[our, theirs[i]]]));
    expect(compared.filter(([our, their]) => our !== their)).toEqual([]);
    const withOnes = compared.filter(([our]) => /[1-9]/.test(our ?? ''));
    expect(withOnes.length).toBeGreaterThan(20);
  });

  requires(
    'clang-19',
    'llvm-profdata-19',
    'perf',
    'awk',
  )('make clang inline what indirect calls lead to', async (context) => {
    using folder = new PerfFolder();
    const program = join(folder.path, 'calc');
    folder.run('clang-19', ...flags, '-o', program);
    const list = ['-v', 'seed=1', '-v', 'lines=5000', '-f', join(example, 'program.awk')];
    const input = join(folder.path, 'program.txt');
    writeFileSync(input, folder.run('awk', ...list));
    const how = ['-e', 'cpu-clock:u', '-F', '999', '--call-graph', 'dwarf,1024'];
    const command = ['sh', '-c', `exec ${program} 20000 < ${input}`];
    const recording = await readPerfData(folder.record(context, how, command), false);
    const collected = await withImage(program, (image) =>
      collectSamples(recording, image, { codec: sectionCodec, discriminators: 'llvm' }),
    );
    expect(collected.callCount).toBeGreaterThan(50);
    const text = encodeSampleText(collected);
    expect(text).toMatch(/ 3: \d+ run_add:\d+/);

    const file = join(folder.path, 'calc.samples');
    writeFileSync(file, text);
    const shown = folder.run('llvm-profdata-19', 'show', '--sample', '--function=main', file);
    expect(shown).toContain('calls: run_add:');
    // What llvm-profdata makes of it is what it was given.
    const again = join(folder.path, 'again.samples');
    folder.run('llvm-profdata-19', 'merge', '--sample', '--text', '-o', again, file);
    const difference = folder.run('llvm-profdata-19', 'overlap', '--sample', file, again);
    expect(difference).toContain('Whole program profile similarity: 100.000%');

    const optimised = join(folder.path, 'optimised');
    const use = [`-fprofile-sample-use=${file}`, '-Werror'];
    folder.run('clang-19', ...flags, ...use, '-o', optimised);
    expect(await inlinedIntoMain(program)).not.toContain('run_add');
    expect(await inlinedIntoMain(optimised)).toContain('run_add');
  });
});
