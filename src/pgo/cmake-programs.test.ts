import { describe, expect, it } from 'vitest';
import { cmakePrograms, cmakeSubfolders } from './cmake-programs.ts';

describe('programs of CMake', () => {
  it.each([
    ['project(x CXX)\nadd_executable(shapes main.cc area.cc)\n', ['shapes']],
    [`PROJECT("x")\nadd_executable(\${PROJECT_NAME}\n  main.cc)\n`, ['x']],
    [`set(TOOL tool)\nadd_executable( \${TOOL} a.c )\nadd_executable(b b.c)\n`, ['tool', 'b']],
    ['# add_executable(old a.c)\nadd_executable(x::y ALIAS y)\nadd_executable(z IMPORTED)\n', []],
  ])('%s', (text, programs) => {
    expect(cmakePrograms(text)).toEqual(programs);
  });

  it('goes on in other folders', () => {
    const text = `add_subdirectory(app)\n# add_subdirectory(old)\nadd_subdirectory("a/b" EXCLUDE_FROM_ALL)\nadd_subdirectory(\${X})\n`;
    expect(cmakeSubfolders(text)).toEqual(['app', 'a/b']);
  });
});
