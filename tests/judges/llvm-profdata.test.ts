import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { sectionCodec } from '../../src/platform/zlib-codec.ts';
import {
  encodeIndexedProfile,
  type InstrumentedProfile,
  mergeProfiles,
  overlapOf,
  parseIndexedProfile,
  parseRawProfiles,
  summarize,
} from '../../src/training/index.ts';
import { findTool, requires } from './requires.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const everything = ['--all-functions', '--counts', '--ic-targets', '--memop-sizes'];

/** A folder with a program that is built with counters, run, and built again with what was counted. */
class Training implements Disposable {
  readonly path: string = mkdtempSync(join(tmpdir(), 'plateau-training-'));

  run(tool: string, args: readonly string[], more: Further = {}): string {
    const env = { ...process.env, ...more.env };
    const done = spawnSync(findTool(tool) ?? tool, args, {
      cwd: this.path,
      timeout: 60_000,
      env,
      input: more.input ?? '',
      maxBuffer: 2 ** 28,
    });
    const said = done.stderr?.toString() ?? '';
    if (done.status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${said}`);
    return done.stdout.toString() + (more.withErrors === true ? said : '');
  }

  /** Runs a program that writes its counters to a file of that name. */
  count(program: string, args: readonly string[], file: string, input = ''): void {
    const env = { LLVM_PROFILE_FILE: join(this.path, file) };
    this.run(join(this.path, program), args, { env, input });
  }

  merge(...files: readonly string[]): InstrumentedProfile {
    const raw = files.map((file) => readFileSync(join(this.path, file)));
    const merged = mergeProfiles(raw.flatMap((bytes) => parseRawProfiles(bytes, sectionCodec)));
    writeFileSync(join(this.path, 'ours.profdata'), encodeIndexedProfile(merged));
    return merged;
  }

  show(tool: string, file: string, ...options: readonly string[]): string {
    return this.run(tool, ['show', '--detailed-summary', ...options, file]);
  }

  /** Both under the same names, since compilers write names into what they build. */
  buildWith(profile: string, compiler: string, flags: readonly string[]): Buffer {
    copyFileSync(join(this.path, profile), join(this.path, 'used.profdata'));
    const args = [...flags, '-Werror', '-fprofile-use=used.profdata', '-o', 'program'];
    this.run(compiler, args);
    return readFileSync(join(this.path, 'program'));
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

interface Further {
  readonly env?: Record<string, string>;
  readonly input?: string;
  readonly withErrors?: boolean;
}

function calcProgram(training: Training, seed: number): string {
  const awk = join(repository, 'examples/pgo-c/program.awk');
  return training.run('awk', ['-v', `seed=${seed}`, '-v', 'lines=500', '-f', awk]);
}

function trainCalc(training: Training, compiler: string): readonly string[] {
  const flags = ['-O2', '-g', join(repository, 'examples/pgo-c/calc.c')];
  training.run(compiler, [...flags, '-fprofile-generate', '-o', 'counting']);
  training.count('counting', ['40'], 'a.profraw', calcProgram(training, 1));
  training.count('counting', ['60'], 'b.profraw', calcProgram(training, 2));
  return flags;
}

/** Functions and the summary behind them, in any order: before LLVM 19 theirs depended on a hash table in memory. */
function sortedBlocks(shown: string): string[] {
  return shown.split(/\n(?= {2}\S|\S)/).sort();
}

describe('profiles of instrumented programs', () => {
  requires('clang-19', 'llvm-profdata-19')('serve clang as those of llvm-profdata do', () => {
    using training = new Training();
    const flags = trainCalc(training, 'clang-19');
    training.merge('a.profraw', 'b.profraw');
    training.run('llvm-profdata-19', ['merge', '-o', 'theirs.profdata', 'a.profraw', 'b.profraw']);

    const ours = training.show('llvm-profdata-19', 'ours.profdata', ...everything);
    expect(ours).toBe(training.show('llvm-profdata-19', 'theirs.profdata', ...everything));
    expect(ours).toContain('run_add,');
    const built = training.buildWith('ours.profdata', 'clang-19', flags);
    expect(built.equals(training.buildWith('theirs.profdata', 'clang-19', flags))).toBe(true);
  });

  requires('clang-19', 'llvm-profdata-19')('overlap as llvm-profdata says', () => {
    using training = new Training();
    trainCalc(training, 'clang-19');
    const [a, b] = ['a', 'b'].map((name) => {
      const files = ['-o', `${name}.profdata`, `${name}.profraw`];
      training.run('llvm-profdata-19', ['merge', ...files]);
      return training.merge(`${name}.profraw`);
    });
    if (a === undefined || b === undefined) throw new Error('no profiles');
    const said = training.run('llvm-profdata-19', ['overlap', 'a.profdata', 'b.profdata']);
    const [, percent] = /Edge profile overlap: ([\d.]+)%/.exec(said) ?? [];
    expect((100 * overlapOf(a, b)).toFixed(3)).toBe(percent);
    expect(overlapOf(a, a)).toBeCloseTo(1, 12);
  });

  requires('clang-19', 'llvm-profdata-19')('serve C++ with templates in several files', () => {
    using training = new Training();
    const folder = join(repository, 'fixtures/programs/shape-areas');
    const flags = ['-O2', '-x', 'c++', join(folder, 'main.cpp'), join(folder, 'make.cpp')];
    const link = ['-lstdc++', '-lm'];
    training.run('clang-19', [...flags, ...link, '-fprofile-generate', '-o', 'counting']);
    training.count('counting', ['1000'], 'a.profraw');
    training.count('counting', ['3000'], 'b.profraw');
    training.merge('a.profraw', 'b.profraw');
    training.run('llvm-profdata-19', ['merge', '-o', 'theirs.profdata', 'a.profraw', 'b.profraw']);

    const ours = training.show('llvm-profdata-19', 'ours.profdata', ...everything);
    expect(ours).toBe(training.show('llvm-profdata-19', 'theirs.profdata', ...everything));
    const all = [...flags, ...link];
    const built = training.buildWith('ours.profdata', 'clang-19', all);
    expect(built.equals(training.buildWith('theirs.profdata', 'clang-19', all))).toBe(true);
    expect(training.run(join(training.path, 'program'), ['1000'])).toMatch(/^\d+\.\d+\n$/);
  });

  requires('clang-14', 'llvm-profdata-14')('serve LLVM 14, whose raw version is 8', () => {
    using training = new Training();
    const flags = trainCalc(training, 'clang-14');
    expect(training.merge('a.profraw', 'b.profraw').version).toBe(8);
    training.run('llvm-profdata-14', ['merge', '-o', 'theirs.profdata', 'a.profraw', 'b.profraw']);

    const ours = training.show('llvm-profdata-14', 'ours.profdata', ...everything);
    const theirs = training.show('llvm-profdata-14', 'theirs.profdata', ...everything);
    expect(sortedBlocks(ours)).toEqual(sortedBlocks(theirs));
    const built = training.buildWith('ours.profdata', 'clang-14', flags);
    expect(built.equals(training.buildWith('theirs.profdata', 'clang-14', flags))).toBe(true);
  });

  requires('rustc', 'llvm-profdata-19')('serve rustc, without a warning', () => {
    using training = new Training();
    const source = join(repository, 'fixtures/programs/rust-words/words.rs');
    const counters = join(training.path, 'counters');
    const flags = ['-Copt-level=3', '--edition=2021', source, '-o', 'program'];
    training.run('rustc', [...flags, `-Cprofile-generate=${counters}`]);
    training.run(join(training.path, 'program'), []);
    const files = readdirSync(counters).map((name) => join('counters', name));
    const merged = training.merge(...files);
    training.run('llvm-profdata-19', ['merge', '-o', 'theirs.profdata', ...files]);

    const ours = training.show('llvm-profdata-19', 'ours.profdata');
    expect(ours).toBe(training.show('llvm-profdata-19', 'theirs.profdata'));
    const { total, functionCount } = summarize(merged.functions);
    expect(ours).toContain(`Total count: ${total}\n`);
    expect(ours).toContain(`Total functions: ${functionCount}\n`);
    const theirs = parseIndexedProfile(readFileSync(join(training.path, 'theirs.profdata')));
    expect(summarize(theirs.functions)).toEqual(summarize(merged.functions));
    const use = `-Cprofile-use=${join(training.path, 'ours.profdata')}`;
    expect(training.run('rustc', [...flags, use], { withErrors: true })).toBe('');
  });
});
