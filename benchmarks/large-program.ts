import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Enough for 20 MB of .debug_info; compiling them takes two minutes on two cores, once. */
const units = 15;
const compilersAtOnce = 2;
/** Of each unit's templates, each with types that no other shares. */
const instances = 8;

/** A C++ program of many templates with full debug info, as clang writes it; kept once it is built. */
export async function buildLargeProgram(dir: string): Promise<string> {
  mkdirSync(dir, { recursive: true });
  const binary = join(dir, `large-program-${units}`);
  if (existsSync(binary)) return binary;
  // -O1 inlines as much as -O2 here, and compiles faster.
  const flags = ['-std=c++17', '-O1', '-g', '-gdwarf-5'];
  const objects: string[] = [];
  let next = 0;
  const compile = async (): Promise<void> => {
    while (next < units) {
      const unit = next++;
      const source = join(dir, `unit-${unit}.cc`);
      const object = join(dir, `unit-${unit}.o`);
      writeFileSync(source, unitSource(unit));
      objects[unit] = object;
      await run('clang++', [...flags, '-c', source, '-o', object]);
    }
  };
  await Promise.all(Array.from({ length: compilersAtOnce }, compile));
  const main = join(dir, 'main.cc');
  writeFileSync(main, mainSource());
  await run('clang++', [...flags, main, ...objects, '-o', binary]);
  return binary;
}

function mainSource(): string {
  const all = Array.from({ length: units }, (_, unit) => unit);
  const declared = all.map((unit) => `namespace part${unit} { int entry(const std::string &); }`);
  const called = all.map((unit) => `part${unit}::entry(text)`);
  const read = 'std::string text(std::istreambuf_iterator<char>(std::cin), {});';
  return `#include <iostream>\n#include <iterator>\n#include <string>\n${declared.join('\n')}
int main() { ${read} return (${called.join(' + ')}) == 0; }\n`;
}

/** Containers, sorting and closures, of types that no other unit shares. */
function unitSource(unit: number): string {
  const headers = 'algorithm deque functional iostream map memory random set sstream string';
  const more = 'unordered_map variant vector';
  const calls = Array.from({ length: instances }, (_, i) => `Work<${unit + 100 * i}>().run(text)`);
  const includes = `${headers} ${more}`.split(' ').map((name) => `#include <${name}>`);
  return `${includes.join('\n')}
namespace part${unit} {
template <int N> struct Key {
  int a; std::string b;
  bool operator<(const Key &o) const { return a < o.a || (a == o.a && b < o.b); }
  bool operator==(const Key &o) const { return a == o.a && b == o.b; }
};
template <int N> struct Hash {
  size_t operator()(const Key<N> &k) const { return std::hash<std::string>()(k.b) * N + k.a; }
};
template <int N> struct Work {
  std::map<Key<N>, std::vector<Key<N>>> tree;
  std::unordered_map<Key<N>, std::set<Key<N>>, Hash<N>> table;
  std::deque<std::variant<int, Key<N>>> queue;
  std::vector<std::function<int(const Key<N> &)>> steps;
  int run(const std::string &text) {
    std::istringstream in(text); std::string line; int sum = 0;
    while (std::getline(in, line)) {
      Key<N> key{int(line.size()), line};
      tree[key].push_back(key); table[key].insert(key); queue.push_back(key);
      queue.emplace_back(key.a * N);
      steps.emplace_back([this, key](const Key<N> &o) { return int(tree.size()) + (o < key); });
    }
    std::vector<Key<N>> all;
    for (auto &[k, v] : tree) all.insert(all.end(), v.begin(), v.end());
    std::stable_sort(all.begin(), all.end(), [](auto &x, auto &y) { return y < x; });
    std::shuffle(all.begin(), all.end(), std::mt19937(N));
    for (auto &k : all) for (auto &s : steps) sum += s(k);
    for (auto &q : queue) sum += q.index();
    std::ostringstream out; out << sum << std::make_shared<Work<N>>(*this)->tree.size();
    return sum + int(out.str().size());
  }
};
int entry(const std::string &text) {
  return ${calls.join(' + ')};
}
}
`;
}
