import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ToolError } from '../base/tool-error.ts';
import { parsePgoConfig } from './plateau-toml.ts';
import { proposeConfig } from './propose-config.ts';

let folder = '';
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'plateau-init-')), 'my project');
});
afterEach(() => rmSync(dirname(folder), { recursive: true, force: true }));

function write(path: string, text = 'fn main() {}\n'): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function proposed(): ReturnType<typeof parsePgoConfig> {
  return parsePgoConfig({ path: 'plateau.toml', text: proposeConfig(folder) });
}

function hintOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ToolError) return error.hint ?? '';
  }
  return '';
}

/** Name, package and program of each target. */
function rustTargets(): string[][] {
  const { targets } = proposed();
  return targets.map((each) => [each.name, each.package, each.cargo?.bin ?? '']);
}

describe('pgo init', () => {
  it('finds the programs of a package', () => {
    write(
      'Cargo.toml',
      '[package]\nname = "words"\n[[bin]]\nname = "count"\npath = "src/bin/c.rs"\nrequired-features = ["cli"]\n',
    );
    write('src/main.rs');
    write('src/bin/c.rs');
    write('src/bin/sort.rs');
    write('src/bin/tree/main.rs');
    write('src/bin/notes.txt');
    expect(rustTargets()).toEqual([
      ['count', '.', 'count'],
      ['words', '.', 'words'],
      ['sort', '.', 'sort'],
      ['tree', '.', 'tree'],
    ]);
    expect(proposed().targets[0]?.cargo?.features).toEqual(['cli']);
    expect(
      proposed()
        .workloads.map(({ role }) => role)
        .slice(0, 2),
    ).toEqual(['train', 'held-out']);
    expect(proposed().sharesProfile).toBe(false);
  });

  it('finds the programs of a workspace, also without a package at its root', () => {
    write('Cargo.toml', '[workspace]\nmembers = ["crates/*", "tool"]\nexclude = ["crates/old"]\n');
    write('crates/a/Cargo.toml', '[package]\nname = "a-lib"\n');
    write('crates/a/src/lib.rs');
    write(
      'crates/b/Cargo.toml',
      '[package]\nname = "b"\nautobins = false\n[[bin]]\nname = "bee"\n',
    );
    write('crates/b/src/main.rs');
    write('crates/old/Cargo.toml', '[package]\nname = "old"\n');
    write('crates/old/src/main.rs');
    write('tool/Cargo.toml', '[package]\nname = "tool"\n');
    write('tool/src/main.rs');
    expect(rustTargets()).toEqual([
      ['bee', 'b', 'bee'],
      ['tool', 'tool', 'tool'],
    ]);
  });

  it('says what it looked for when a project has no program', () => {
    write('Cargo.toml', '[package]\nname = "only-a-library"\n');
    write('src/lib.rs', '');
    expect(() => proposeConfig(folder)).toThrow('no program that can be optimised');
    write('Cargo.toml', '[package\n');
    expect(() => proposeConfig(folder)).toThrow(/Cargo\.toml:1/);
  });

  it('finds C programs, compiled at once or by make and CMake', () => {
    write('calc.c', 'static int x;\nint main(int argc, char **argv) { return x; }\n');
    write('stream.c', 'int\nmain(void) { return 0; }\n');
    write('src/shared.c', 'int main_loop(void) { return 1; }\n');
    const parts = proposed().targets.map(({ name, language, c }) => [name, language, c?.sources]);
    expect(parts).toEqual([
      ['calc', 'c', ['calc.c', 'src/shared.c']],
      ['stream', 'c', ['stream.c', 'src/shared.c']],
    ]);
    write('Makefile', 'all:\n');
    const [made, ...others] = proposed().targets;
    expect(others).toEqual([]);
    expect(made?.build.at(-1)).toContain(`CC="\${c-compiler} \${pgo}" && cp calc `);
    write('Makefile', 'app: calc.o stream.o\n\t$(CC) -o bin/$@ $^\n');
    const [linked] = proposed().targets;
    expect(linked?.name).toBe('app');
    expect(linked?.build.at(-1)).toContain('cp bin/app ');
    write('Makefile', 'all:\n\tcd src && $(MAKE)\n');
    write('src/Makefile', 'inner: a.o\n\t$(CC) -o $@ $^\n');
    expect(proposed().targets[0]?.build.at(-1)).toContain('cp src/inner ');
    write('CMakeLists.txt', 'project(x)\n');
    write('more.cpp', '');
    const [configured] = proposed().targets;
    expect(configured?.language).toBe('c++');
    expect(configured?.build.at(-1)).toContain(`cmake --build "\${build}"`);
  });

  it('finds what CMake builds in folders of their own, all by one compiler', () => {
    write('CMakeLists.txt', 'project(x)\nadd_subdirectory(app)\nadd_subdirectory(app)\n');
    write('app/CMakeLists.txt', 'add_executable(tool main.cc)\nadd_subdirectory(.)\n');
    const [only, ...others] = proposed().targets;
    expect(others).toEqual([]);
    expect(only).toMatchObject({ name: 'tool', language: 'c++' });
    expect(only?.build.at(-1)).toContain(`-DCMAKE_C_COMPILER="\${c-compiler}"`);
    expect(only?.build.at(-1)).toContain(`cp "\${build}/tool" `);
  });

  it('finds Go programs, which share a profile', () => {
    write('go.mod', 'module x\n');
    write('a/main.go', 'package main\n');
    write('cmd/b/main.go', 'package main\n');
    const { targets, sharesProfile } = proposed();
    expect(targets.map(({ package: path }) => path)).toEqual(['./a', './cmd/b']);
    expect(sharesProfile).toBe(true);
  });

  it('leaves out what Go leaves out, and names folders that have programs', () => {
    write('go.mod', 'module x\n');
    write('x.go', 'package x\n');
    write('gen.go', '//go:build ignore\n\npackage main\n');
    write('_tools/main.go', 'package main\n');
    write('internal/gen/main.go', 'package main\n');
    write('app/go.mod', 'module x/app\n');
    write('app/main.go', 'package main\n');
    expect(() => proposeConfig(folder)).toThrow('no program that can be optimised');
    expect(hintOf(() => proposeConfig(folder))).toContain('has one: app');
  });
});
