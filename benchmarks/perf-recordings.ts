import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTool } from '../tests/judges/requires.ts';
import { buildLargeProgram } from './large-program.ts';

/** A perf.data file made here, and how many samples perf says it has. */
export interface PerfRecording {
  readonly path: string;
  readonly bytes: number;
  readonly samples: number;
  /** Sum of the periods of all samples. */
  readonly weight: number;
}

const quiet: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'pipe'], timeout: 600_000 };

/**
 * `clang++ -O2 -g` compiling generated C++, recorded by perf: at least so many samples with so much stack
 * each. Compiles more until it has them.
 */
export function compileRecording(
  dir: string,
  samples: number,
  { stackBytes = 16_384, frequencyHz = 2999 } = {},
): PerfRecording {
  const path = join(dir, `clang-${samples}.perf.data`);
  const stacks = ['--call-graph', `dwarf,${stackBytes}`, '-m', '2048'];
  const source = join(dir, 'compiled.cpp');
  for (let parts = 6; !existsSync(path) && parts < 2000; parts *= 2) {
    mkdirSync(dir, { recursive: true });
    writeFileSync(source, cppSource(parts));
    const compile = [clang(), '-std=c++17', '-O2', '-g', '-c', '-o', '/dev/null', source];
    record(`${path}.partial`, ['-F', String(frequencyHz), ...stacks], compile);
    if (periodsOf(`${path}.partial`).length >= samples) renameSync(`${path}.partial`, path);
  }
  // perf keeps the recording before as `.old`.
  for (const ending of ['', '.old']) rmSync(`${path}.partial${ending}`, { force: true });
  return described(path);
}

/** More than five gigabytes of it. */
export function longCompileRecording(dir: string): PerfRecording {
  return compileRecording(dir, 155_000, { stackBytes: 32_768, frequencyHz: 4999 });
}

/** A C++ program with megabytes of debug info, run for a second: perf takes minutes for inlined frames. */
export function inlineRecording(dir: string): PerfRecording {
  const path = join(dir, 'inlines.perf.data');
  const program = join(dir, 'inlines');
  if (!existsSync(path)) {
    mkdirSync(dir, { recursive: true });
    writeFileSync(`${program}.cpp`, cppSource(32));
    const compile = ['-std=c++17', '-O2', '-g', '-o', program, `${program}.cpp`];
    execFileSync(clang(), [...compile, '-lstdc++'], quiet);
    record(`${path}.partial`, ['-F', '499', '--call-graph', 'dwarf'], [program]);
    renameSync(`${path}.partial`, path);
  }
  return described(path);
}

/** A second of the large program, which runs code of all of its units. */
export async function largeRecording(dir: string): Promise<PerfRecording> {
  const path = join(dir, 'large.perf.data');
  if (!existsSync(path)) {
    const program = await buildLargeProgram(dir);
    const lines = join(dir, 'large-lines.txt');
    writeFileSync(lines, Array.from({ length: 700 }, (_, at) => `${at + 1}\n`).join(''));
    const run = ['sh', '-c', `exec "$0" < "$1"`, program, lines];
    record(`${path}.partial`, ['-F', '1999', '--call-graph', 'dwarf,16384', '-m', '2048'], run);
    renameSync(`${path}.partial`, path);
  }
  return described(path);
}

export function perfVersion(): string {
  return execFileSync('perf', ['--version'], { encoding: 'utf8' }).trim();
}

function clang(): string {
  const names = ['clang++', 'clang++-19', 'clang++-16', 'clang++-14', 'clang'];
  const found = names.map(findTool).find((path) => path !== undefined);
  if (found === undefined) throw new Error('clang is not installed (try: apt install clang)');
  return found;
}

function record(output: string, flags: readonly string[], command: readonly string[]): void {
  execFileSync('perf', ['record', '-q', ...flags, '-o', output, '--', ...command], quiet);
}

function described(path: string): PerfRecording {
  const periods = periodsOf(path);
  const weight = periods.reduce((sum, period) => sum + period, 0);
  return { path, bytes: statSync(path).size, samples: periods.length, weight };
}

/** A line per sample without symbols or stacks, which perf prints quickly. */
function periodsOf(path: string): number[] {
  const lines = execFileSync('perf', ['script', '-i', path, '-F', 'period', '-G'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number);
}

/** Templates for the optimiser: every part instantiates containers, algorithms and lambdas of its own. */
function cppSource(parts: number): string {
  const head = ['algorithm', 'functional', 'map', 'regex', 'string', 'unordered_map', 'vector'];
  const includes = head.map((name) => `#include <${name}>`).join('\n');
  const bodies = Array.from({ length: parts }, (_, n) => cppPart(n));
  const runs = Array.from({ length: parts }, (_, n) => `    sum += run${n}(round);`);
  const main = `int main() {
  long sum = 0;
  for (int round = 0; round < 500; round++) {
${runs.join('\n')}
  }
  return sum == 0;
}`;
  return `${includes}\n${bodies.join('\n')}\n${main}\n`;
}

function cppPart(n: number): string {
  return `struct Key${n} { int a; std::string b; bool operator<(const Key${n}& o) const { return a < o.a || b < o.b; } };
std::map<Key${n}, std::vector<Key${n}>> index${n}(const std::vector<Key${n}>& keys) {
  std::map<Key${n}, std::vector<Key${n}>> found;
  for (const auto& key : keys) found[key].push_back(key);
  for (auto& [key, list] : found) std::sort(list.begin(), list.end());
  return found;
}
std::unordered_map<std::string, std::function<int(Key${n})>> rules${n}(int base) {
  std::unordered_map<std::string, std::function<int(Key${n})>> rules;
  rules["sum"] = [base](Key${n} key) { return key.a + base; };
  rules["size"] = [base](Key${n} key) { return int(key.b.size()) * base; };
  return rules;
}
std::string clean${n}(const std::string& text) {
  std::regex pattern("(\\\\d+)-${n}");
  std::string out = std::regex_replace(text, pattern, "$1");
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return char(c ^ ${n % 32}); });
  return out;
}
long run${n}(int round) {
  std::vector<Key${n}> keys;
  for (int i = 0; i < 300; i++) keys.push_back({(i * 7919 + round) % 97, std::to_string(i * ${n + 3})});
  long sum = long(clean${n}(std::to_string(round) + "-${n} and " + std::to_string(round)).size());
  for (auto& [key, list] : index${n}(keys)) sum += key.a + long(list.size());
  for (auto& [name, rule] : rules${n}(round)) for (auto& key : keys) sum += rule(key) + long(name.size());
  return sum;
}`;
}
