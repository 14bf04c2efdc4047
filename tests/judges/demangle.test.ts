import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { demangle } from '../../src/demangle/index.ts';
import { findTool, requires, skip } from './requires.ts';

const options = { encoding: 'utf8', maxBuffer: 1 << 30, timeout: 60_000 } as const;

/** Unique mangled names of object files, without symbol versions. */
function symbolsOf(files: readonly string[], prefix: string): string[] {
  const names = new Set<string>();
  for (const file of files) {
    const isShared = /\.so\b/.test(file);
    for (const flag of isShared ? ['-D'] : ['-a']) {
      const nm = execFileSync('nm', [flag, file], {
        ...options,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      for (const line of nm.split('\n')) {
        const name = line.slice(line.lastIndexOf(' ') + 1).split('@')[0] ?? '';
        if (name.startsWith(prefix)) names.add(name);
      }
    }
  }
  return [...names].sort();
}

/** What the tool makes of each name; one process for all of them. */
function judged(tool: string, names: readonly string[]): string[] {
  const input = `${names.join('\n')}\n`;
  return execFileSync(findTool(tool) ?? tool, [], { ...options, input })
    .trimEnd()
    .split('\n');
}

/** Names where we and the tool differ, as `mangled: ours | theirs`. */
function deviations(tool: string, names: readonly string[]): string[] {
  const theirs = judged(tool, names);
  expect(theirs).toHaveLength(names.length);
  return names.flatMap((name, index) => {
    const ours = demangle(name);
    return ours === theirs[index] ? [] : [`${name}: ${ours} | ${theirs[index]}`];
  });
}

const gccFile = (name: string): string =>
  execFileSync('gcc', [`-print-file-name=${name}`], options).trim();

describe('C++ names equal c++filt', () => {
  requires(
    'c++filt',
    'nm',
    'gcc',
  )('of all of libstdc++, shared and static', () => {
    const names = symbolsOf([gccFile('libstdc++.so.6'), gccFile('libstdc++.a')], '_Z');
    expect(names.length).toBeGreaterThan(7000);
    expect(deviations('c++filt', names)).toEqual([]);
  });

  // 1 of 69 790 names of LLVM 14 and clang 14: an empty pack before a parameter, which c++filt 2.40
  // writes as `(clang::interp::Opcode, , clang::interp::SourceInfo const&)`.
  requires('c++filt', 'nm')(
    'of libLLVM and libclang-cpp, but for a comma before nothing',
    (context) => {
      const folder = '/usr/lib/x86_64-linux-gnu';
      const found = existsSync(folder)
        ? readdirSync(folder).filter((name) => /^lib(LLVM-\d+|clang-cpp)\.so[.\d]*$/.test(name))
        : [];
      if (found.length === 0) skip(context, 'no libLLVM or libclang-cpp on this machine');
      const names = symbolsOf(
        found.map((name) => join(folder, name)),
        '_Z',
      );
      const different = deviations('c++filt', names).filter((line) => !line.includes(', , '));
      expect(different).toEqual([]);
    },
  );

  /** What the name is as a compiler means it, and what c++filt 2.40 makes of it. */
  const differences: [mangled: string, ours: string, theirs: string][] = [
    // An empty pack leaves no comma.
    ['_Z1fIJEEvDpT_i', 'void f<>(int)', 'void f<>(, int)'],
    // A constructor has the name of its class, not of the last name before it.
    ['_ZN1AUt_C1Ev', 'A::{unnamed type#1}::{unnamed type#1}()', 'A::{unnamed type#1}::A()'],
    ['_ZN1BCI11AEi', 'B::B(int)', 'B::A(int)'],
    // const says nothing about a function type.
    ['_Z1fIFivEEvRKT_', 'void f<int ()>(int (&)())', 'void f<int ()>(int ( const&)())'],
    // Names that c++filt leaves alone.
    ['_ZGR1f_', 'reference temporary #0 for f', '_ZGR1f_'],
    ['_Z1fDB8_', 'f(_BitInt(8))', '_Z1fDB8_'],
    ['_ZZ1fvE1x.0', 'f()::x [clone .0]', '_ZZ1fvE1x.0'],
    ['_Z1fIiEDTnxfp_ET_', 'decltype (noexcept {parm#1}) f<int>(int)', '_Z1fIiEDTnxfp_ET_'],
    ['_Z1fIiEDTtiT_ET_', 'decltype (typeid (int)) f<int>(int)', '_Z1fIiEDTtiT_ET_'],
  ];
  requires('c++filt')('except where it is mistaken', () => {
    const names = differences.map(([mangled]) => mangled);
    expect(names.map(demangle)).toEqual(differences.map(([, ours]) => ours));
    expect(judged('c++filt', names)).toEqual(differences.map(([, , theirs]) => theirs));
  });
});

describe('Rust names equal rustfilt', () => {
  requires(
    'rustfilt',
    'rustc',
    'nm',
  )('of the compiler and its standard library', () => {
    const root = execFileSync(findTool('rustc') ?? 'rustc', ['--print', 'sysroot'], options).trim();
    const targets = readdirSync(join(root, 'lib/rustlib')).map((name) =>
      join(root, 'lib/rustlib', name, 'lib'),
    );
    const folders = [join(root, 'lib'), ...targets.filter(existsSync)];
    const files = folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /^lib(std|core|alloc|rustc_driver)-.*\.(so|rlib)$/.test(name))
        .map((name) => join(folder, name)),
    );
    // A fifth of some hundred thousand; all of them agree too, in four times the time.
    const names = symbolsOf(files, '_')
      .filter((name) => name.startsWith('_R') || /^_ZN.*17h[0-9a-f]{16}E/.test(name))
      .filter((_, index) => index % 5 === 0);
    expect(names.length).toBeGreaterThan(2000);
    expect(deviations('rustfilt', names)).toEqual([]);
  });

  requires('rustfilt')('of every form of the two manglings', () => {
    const names = [
      '_ZN3foo3bar17h05af221e174051e9E',
      '_ZN3foo3bar17h05af221e174051e9E.llvm.9D1C9369',
      '_ZN3foo3bar17h05af221e174051e9E.cold',
      '_ZN71_$LT$Test$u20$$u2b$$u20$$u27$static$u20$as$u20$foo..Bar$LT$Test$GT$$GT$3bar17h930b740aa94f1d3aE',
      '_ZN35Bar$LT$$u5b$u32$u3b$$u20$4$u5d$$GT$17h05af221e174051e9E',
      '_ZN2$RF$3$BP$$LP$$RP$$C$$SP$17h05af221e174051e9E',
      '_RNvC6_123foo3bar',
      '_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbdathfdh9hlq6y',
      '_RNCNCNgCs6DXkGYLi8lr_2cc5spawn00B5_',
      '_RINbNbCskIICzLVDPPb_5alloc5alloc8box_freeDINbNiB4_5boxed5FnBoxuEp6OutputuEL_ECs1iopQbuBiw2_3std',
      '_RMC0INtC8arrayvec8ArrayVechKj7b_E',
      '_RINvC1a1bKc61_E',
      '_RINvC1a1bKc27_E',
      '_RINvC1a1bKb1_E',
      '_RINvC1a1bKin5_E',
      '_RINvC1a1bKo123456789abcdef01_E',
      '_RINvC1a1bKRe616263e28882_E',
      '_RINvC1a1bKe22_E',
      '_RINvC1a1bKAj1_j2_EE',
      '_RINvC1a1bKRTj1_EE',
      '_RINvC1a1bKVNtC1a1cUE',
      '_RINvC1a1bKVNtC1a1cTj1_EE',
      '_RINvC1a1bKVNtC1a1cS1xj1_EE',
      '_RINvC1a1bFG_RL0_hEuE',
      '_RINvC1a1bFUKCmEzE',
      '_RINvC1a1bFK15fastcall_forcedmEzE',
      '_RINvC1a1bDNtC1a1cNtC1a1dEL_E',
      '_RINvC1a1bDG_INtC1a1cRL0_hEp1xhEL_E',
      '_RINvC1a1bTEThEThtEAhj3_ShPhOhQhE',
      '_RNvC1a1b.llvm.123',
      '_RNvC1a1b.cold.1',
      '_RNSC1a1b',
    ];
    expect(deviations('rustfilt', names)).toEqual([]);
  });
});
