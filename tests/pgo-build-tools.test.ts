import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect } from 'vitest';
import { requires } from './judges/requires.ts';
import { runPlateau } from './running-plateau.ts';

const source = fileURLToPath(new URL('../examples/pgo-c/rules.cc', import.meta.url));
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Objects and program apart, as make projects have them. */
const makefile = `rules: $(BUILD)/rules.o $(BUILD)/part.o
\t$(CXX) $(CXXFLAGS) $^ -o $(OUT)
$(BUILD)/%.o: %.cc
\t$(CXX) $(CXXFLAGS) -Werror -c $< -o $@
`;
const cmakeLists = `cmake_minimum_required(VERSION 3.13)
project(rules CXX)
add_executable(rules rules.cc part.cc)
`;
const cmakeScript =
  `cmake -S . -B "$1" -DCMAKE_CXX_COMPILER="$2" -DCMAKE_CXX_FLAGS="-O2 $3" >/dev/null && ` +
  `cmake --build "$1" >/dev/null && cp "$1/rules" "$4"`;

const builds = {
  make: `["make", "CXX=\${compiler}", "CXXFLAGS=-O2 \${pgo}", "BUILD=\${build}", "OUT=\${binary}"]`,
  cmake: `["sh", "-c", '''${cmakeScript}''', "sh", "\${build}", "\${compiler}", "\${pgo} ", "\${binary}"]`,
};

/** rules and a part of its own that it calls, so that there are two objects. */
function project(tool: keyof typeof builds, compiler: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-pgo-make-'));
  folders.push(folder);
  cpSync(source, join(folder, 'rules.cc'));
  writeFileSync(join(folder, 'part.cc'), 'long doubled(long value) { return 2 * value; }\n');
  const program = readFileSync(join(folder, 'rules.cc'), 'utf8')
    .replace('int main(', 'long doubled(long value);\n\nint main(')
    .replace('long i = 0; i < repetitions', 'long i = 0; i < doubled(repetitions)');
  writeFileSync(join(folder, 'rules.cc'), program);
  writeFileSync(join(folder, 'Makefile'), makefile);
  writeFileSync(join(folder, 'CMakeLists.txt'), cmakeLists);
  const workload = `[[pgo.workload]]\ntarget = "rules"\n`;
  writeFileSync(
    join(folder, 'plateau.toml'),
    `[pgo]\n[pgo.quick]\niterations = 2\nleast-runs = 5\nmost-runs = 5\n` +
      `[[pgo.target]]\nname = "rules"\nlanguage = "c++"\ncompiler = "${compiler}"\n` +
      `require = ["apply", "doubled"]\nbuild = ${builds[tool]}\n` +
      `${workload}name = "training"\nrole = "train"\nargs = ["500"]\n` +
      `${workload}name = "proof"\nrole = "held-out"\nargs = ["200"]\n`,
  );
  return folder;
}

async function expectOptimised(tool: keyof typeof builds, compiler: string): Promise<void> {
  const cwd = project(tool, compiler);
  const { stdout, stderr } = await runPlateau(['pgo', '--quick', '--json'], { cwd });
  expect(stderr).not.toContain('internal error');
  const [target] = JSON.parse(stdout).targets;
  expect(target).toMatchObject({
    problem: null,
    proof: expect.stringContaining('the code differs'),
    coverage: { missing: 0, mismatched: 0 },
    workloads: [{ workload: 'proof', failure: null, runs: 5 }],
  });
  expect(target.profile.facts.hottest[0].name).toMatch(/main|apply/);
}

describe('plateau pgo for C++ projects', () => {
  requires('make', 'clang++-19')('built by make and clang', () =>
    expectOptimised('make', 'clang++-19'),
  );
  requires(
    'make',
    'g++',
    'gcov-tool',
  )('built by make and gcc, runs summed by gcov-tool', () => expectOptimised('make', 'g++'));
  requires(
    'cmake',
    'g++',
    'gcov-tool',
  )('built by cmake and gcc', () => expectOptimised('cmake', 'g++'));
});
