import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Enough for tens of megabytes of debug info; compiling them takes minutes, once. */
const units = 12;

/** A C++ program of many templates with full debug info, as clang writes it; kept once it is built. */
export async function buildLargeProgram(dir: string): Promise<string> {
  mkdirSync(dir, { recursive: true });
  const binary = join(dir, `large-${units}`);
  if (existsSync(binary)) return binary;
  const flags = ['-std=c++17', '-O2', '-g', '-gdwarf-5'];
  const objects: string[] = [];
  for (let unit = 0; unit < units; unit++) {
    const source = join(dir, `unit-${unit}.cc`);
    writeFileSync(source, unitSource(unit));
    const object = join(dir, `unit-${unit}.o`);
    await run('clang++', [...flags, '-c', source, '-o', object]);
    objects.push(object);
  }
  const main = join(dir, 'main.cc');
  writeFileSync(main, mainSource());
  await run('clang++', [...flags, main, ...objects, '-o', binary]);
  return binary;
}

function mainSource(): string {
  const all = Array.from({ length: units }, (_, unit) => unit);
  const declared = all.map((unit) => `namespace part${unit} { int entry(std::istream &); }`);
  const called = all.map((unit) => `part${unit}::entry(std::cin)`);
  return `#include <iostream>\n${declared.join('\n')}\nint main() { return ${called.join(' + ')}; }\n`;
}

/** Containers, sorting, closures and regular expressions, of types that no other unit shares. */
function unitSource(unit: number): string {
  const headers = 'algorithm deque functional iostream map memory random regex set sstream string';
  const more = 'unordered_map variant vector';
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
  int run(std::istream &in) {
    std::string line; int sum = 0; std::regex words("([a-z]+)=([0-9]+)");
    while (std::getline(in, line)) {
      std::smatch m;
      if (!std::regex_search(line, m, words)) continue;
      Key<N> key{std::stoi(m[2]), m[1]};
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
int entry(std::istream &in) {
  return Work<${unit}>().run(in) + Work<${unit + 100}>().run(in) + Work<${unit + 200}>().run(in);
}
}
`;
}
