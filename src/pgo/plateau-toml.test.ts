import { describe, expect, it } from 'vitest';
import { generatedText } from './generated-data.ts';
import { fillPlaceholders } from './placeholders.ts';
import { parsePgoConfig } from './plateau-toml.ts';
import { lineOfKey } from './toml-place.ts';

const target = '[pgo]\n[[pgo.target]]\nname = "a"\nlanguage = "go"\n';

function parse(text: string): ReturnType<typeof parsePgoConfig> {
  return parsePgoConfig({ path: 'plateau.toml', text });
}

describe('parsePgoConfig', () => {
  it('fills in what is usual', () => {
    const config = parse(target);
    expect(config).toMatchObject({ iterations: 3, profileFolder: 'pgo-profiles' });
    expect(config.targets[0]).toMatchObject({ name: 'a', package: '.', profile: 'recorder' });
  });

  it.each([
    ['', 'plateau.toml:1: pgo is missing'],
    ['[pgo]\niterations = "3"\n[[pgo.target]]', 'plateau.toml:3: pgo.target[0].name is missing'],
    [
      `${target}[[pgo.target]]\nname = "b"\nlanguage = "cobol"`,
      'plateau.toml:7: pgo.target[1].language is "cobol"',
    ],
    [`${target}profile = "flag"`, 'plateau.toml:2: pgo.target[0].profile-flag does not hold'],
    [
      `${target}[[pgo.workload]]\nname = "w"\ntarget = "z"\nrole = "train"`,
      'plateau.toml:7: pgo.workload[0].target is z',
    ],
    [
      `${target}[[pgo.workload]]\nname = "w"\ntarget = "a"\nrole = "train"\n[pgo.workload.server]\nready = "http://example.com/"\nrequests = ["x"]`,
      'plateau.toml:10: pgo.workload[0].server.ready',
    ],
    [
      `${target}[[pgo.workload]]\nname = "w"\ntarget = "a"\nrole = "train"\nstatus = "1"`,
      'plateau.toml:9: pgo.workload[0].status is not a number',
    ],
    [`${target}[pgo.quick]\nmost-time = 3`, 'plateau.toml:6: pgo.quick.most-time is not a text'],
    ['[pgo]\nname = "a', 'plateau.toml:2: name: '],
  ])('names line and key of a mistake: %#', (text, said) => {
    expect(() => parse(text)).toThrow(said);
  });
});

describe('lineOfKey', () => {
  it('finds keys of repeated tables', () => {
    const text = 'a = 1\n[[b]]\nc = 1\n[[b]]\nc = 2\n[b.d]\ne = 3\n';
    expect(lineOfKey(text, 'a')).toBe(1);
    expect(lineOfKey(text, 'b[1].c')).toBe(5);
    expect(lineOfKey(text, 'b[1].d.e')).toBe(7);
    expect(lineOfKey(text, 'b[1].missing')).toBe(4);
  });
});

describe('fillPlaceholders', () => {
  it('refuses what stands for nothing', () => {
    expect(fillPlaceholders(`\${a}/\${b}`, { a: '1', b: '2' })).toBe('1/2');
    expect(() => fillPlaceholders(`\${c}`, { a: '1' })).toThrow('stands for nothing');
  });
});

describe('generatedText', () => {
  it('is the same for the same seed, and has the lines and hits asked for', () => {
    const source = {
      name: 'd',
      kind: 'log',
      seed: 7,
      share: 1,
      lines: 0,
      hitRate: 0.2,
      command: [],
    } as const;
    const text = [...generatedText(source, 5000)].join('');
    expect([...generatedText(source, 5000)].join('')).toBe(text);
    expect([...generatedText({ ...source, seed: 8 }, 5000)].join('')).not.toBe(text);
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(5000);
    const hits = lines.filter((line) => line.includes(' ERROR ')).length;
    expect(hits).toBeGreaterThan(850);
    expect(hits).toBeLessThan(1150);
  });
});
