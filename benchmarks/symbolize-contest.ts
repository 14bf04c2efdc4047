import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../src/base/random.ts';
import type { Contest } from './benchmark.ts';
import { buildLargeProgram } from './large-program.ts';
import { plateauProgram } from './repository.ts';

/** Of all answers; the rest are addresses without debug info, where the tools guess differently. */
const fewestEqual = 0.995;

/** The same unique addresses, all over the code of one large program, to both tools. */
export async function symbolizeContest(dir: string, count: number): Promise<Contest> {
  const binary = await buildLargeProgram(dir);
  const addresses = join(dir, `addresses-${count}.txt`);
  writeFileSync(addresses, codeAddresses(binary, count));
  const [theirs, ours] = [join(dir, `theirs-${count}.txt`), join(dir, `ours-${count}.txt`)];
  const flags = ['--functions=linkage', '--inlines', '--no-demangle', '--output-style=GNU', '-a'];
  const symbolize = [plateauProgram(), 'symbolize', binary, '-', '-a', '--no-demangle'];
  const inputBytes = statSync(binary).size;
  return {
    inputBytes,
    input: `${count} addresses of a C++ program of ${(inputBytes / 1e6).toFixed(0)} MB`,
    ours: { argv: symbolize, stdin: addresses, stdout: ours },
    theirs: {
      argv: ['llvm-symbolizer', ...flags, `--obj=${binary}`],
      stdin: addresses,
      stdout: theirs,
    },
    theirVersion: `llvm-symbolizer ${llvmVersion()}`,
    async check() {
      const [a, b] = [theirs, ours].map((path) => answersOf(readFileSync(path, 'utf8')));
      if (a === undefined || b === undefined || a.length !== count || b.length !== count) {
        throw new Error('not every address was answered');
      }
      const equal = a.filter((answer, i) => answer === b[i]).length;
      if (equal < count * fewestEqual) throw new Error(`only ${equal} of ${count} answers agree`);
    },
  };
}

function llvmVersion(): string {
  const text = execFileSync('llvm-symbolizer', ['--version'], { encoding: 'utf8' });
  return /version (\S+)/.exec(text)?.[1] ?? '';
}

function codeAddresses(binary: string, count: number): string {
  const headers = execFileSync('readelf', ['-SW', binary], { encoding: 'utf8' });
  const match = / \.text +\S+ +([0-9a-f]+) [0-9a-f]+ ([0-9a-f]+)/.exec(headers);
  const [start, size] = [match?.[1], match?.[2]].map((text) => Number.parseInt(text ?? '', 16));
  const random = seededRandom(1);
  const found = new Set<number>();
  while (found.size < count) found.add((start ?? 0) + Math.floor(random() * (size ?? 0)));
  return [...found].map((svma) => `0x${svma.toString(16)}\n`).join('');
}

/** Everything below each address, without what only one of the tools prints. */
function answersOf(text: string): string[] {
  return text
    .split(/^0x[0-9a-f]+\n/m)
    .slice(1)
    .map((answer) =>
      answer
        .replace(/ \(discriminator \d+\)/g, '')
        .replace(/:0$/gm, ':?')
        .trim(),
    );
}
