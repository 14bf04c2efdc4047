import { describe, expect, it } from 'vitest';
import { present } from '../base/assert.ts';
import { boltFlags, findBolt, parseBoltOutput } from './bolt-tool.ts';
import type { PgoTarget } from './pgo-config.ts';
import { parsePgoConfig } from './plateau-toml.ts';

function target(lines: string): PgoTarget {
  const text = `[pgo]\n[[pgo.target]]\nname = "a"\n${lines}\n`;
  return present(parsePgoConfig({ path: 'plateau.toml', text }).targets[0], 'target');
}

describe('boltFlags', () => {
  it('keeps relocations where the profile is used and in what it is compared with', () => {
    const gcc = target('language = "c"\nsources = ["a.c"]\nbolt = true\ncompiler = "gcc"');
    expect(boltFlags(gcc, 'baseline')).toEqual([]);
    expect(boltFlags(gcc, 'training')).toEqual([]);
    expect(boltFlags(gcc, 'control')).toEqual(boltFlags(gcc, 'optimised'));
    expect(boltFlags(gcc, 'optimised')).toContain('-Wl,--emit-relocs');
    expect(boltFlags({ ...gcc, bolt: false }, 'optimised')).toEqual([]);
  });

  it('reaches the linker through rustc', () => {
    const rust = target('language = "rust"\nbolt = true');
    expect(boltFlags(rust, 'optimised')).toEqual(['-Clink-arg=-Wl,--emit-relocs']);
  });

  it('is not for Go', () => {
    expect(() => target('language = "go"\nbolt = true')).toThrow(/toml:5: .*bolt is true/);
  });
});

describe('findBolt', () => {
  it('finds nothing on an empty path', () => {
    expect(findBolt({ env: { PATH: '/nonexistent' } }, '/')).toBeUndefined();
  });
});

describe('parseBoltOutput', () => {
  it('reads what llvm-bolt 19 says', () => {
    const said = `BOLT-INFO: 18 out of 22 functions in the binary (81.8%) have non-empty execution profile
BOLT-INFO: basic block reordering modified layout of 4 functions (22.22% of profiled, 13.33% of total)\n`;
    expect(parseBoltOutput(said)).toEqual({ counted: 18, all: 22, changed: 4 });
    expect(parseBoltOutput('')).toEqual({ counted: 0, all: 0, changed: 0 });
  });
});
